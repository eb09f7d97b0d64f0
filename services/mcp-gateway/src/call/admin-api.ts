import {
  AgentIdentity,
  type AgentScope,
  agentMessagePath,
  type CallOptions,
  callTicketHeader,
  createClient,
  idempotencyHeader,
  isOperationName,
  type MessageKind,
  messageKindHeader,
  type OperationName,
  Problem,
  ProblemError,
  type Send,
} from '@signet/contracts'
import { createServiceClient } from '@signet/http'
import { traceHeaders } from '@signet/runtime'
import { TtlCache } from '../ttl-cache.ts'

const basePath = '/admin/api'

/** Everything of a call beneath 15 s, the time a request may take in all. */
const callMs = 14_000
const lookupMs = 5_000

/** The credentials of a message, as they came. */
export interface Bearer {
  readonly token: string
  readonly scheme: 'Bearer' | 'DPoP'
  /** The proof that came with a token bound to a key (RFC 9449); looked at where the token is. */
  readonly proof: string | undefined
  /** Proxies' record of who asks, passed on so that limits count the agent and not the gateway. */
  readonly forwardedFor: string | undefined
  /** The message calls a tool, or tries what only people do. */
  readonly kind: MessageKind | undefined
}

/** An agent as the administration API knows it now. */
export interface Agent {
  readonly scopes: ReadonlySet<AgentScope>
  readonly obtainableScopes: ReadonlySet<AgentScope>
  readonly superAdministrator: boolean
  /** Stands for the proof, which is spent, in the one call a message may cause; null without a proof. */
  readonly callTicket: string | null
}

/** What travels beside a tool's arguments. */
interface Carried {
  readonly callTicket: string | null
  readonly confirmation?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** Longer ones a server does not read to the end, and resets the connection (RFC 6585 5). */
const maxAddress = 12_000

/** The gateway's only dependency: the gateway has no rights of its own and forwards the agent's token (R27). */
export class AdminApi {
  readonly baseUrl: string
  readonly #send: ReturnType<typeof createServiceClient>
  readonly #client = createClient({ baseUrl: basePath, fetch: (path, init) => this.#forward(path, init) })
  readonly #served: TtlCache<ReadonlySet<OperationName>>

  /** @param baseUrl address of the instance, as people know it */
  constructor(origin: string, baseUrl: string) {
    this.baseUrl = baseUrl
    this.#send = createServiceClient(origin)
    this.#served = new TtlCache(() => this.#readServed(), { milliseconds: 60_000, graceMs: 3_600_000 })
  }

  /** Setting `mcp.enabled`, read for each caller: switched off, the endpoint is gone with the next request. */
  async enabled(): Promise<boolean> {
    const { enabled } = await this.#read<{ enabled: boolean }>('/agent-endpoint')
    return enabled
  }

  /** The operations this release of the administration API has. */
  served = (): Promise<ReadonlySet<OperationName>> => this.#served.current()

  /** @throws ProblemError: `unauthenticated` for a token that is not valid; Unreachable when nobody answers */
  async identify(bearer: Bearer): Promise<Agent> {
    const { proof } = bearer
    const { status, text } = await this.#send({
      path: agentMessagePath,
      method: 'POST',
      headers: {
        ...credentialsOf(bearer),
        ...traceHeaders(),
        ...(proof === undefined ? {} : { dpop: proof }),
      },
      timeoutMs: lookupMs,
    }).catch(unreachable)
    const answer = parsed(text)
    const problem = isSuccess(status) ? null : Problem.safeParse(answer)
    if (problem?.success) throw new ProblemError(problem.data)
    const identity = AgentIdentity.safeParse(answer)
    if (!identity.success) unreachable(new Error(`${agentMessagePath} answered ${status}`))
    const { scopes, obtainableScopes, superAdministrator, callTicket } = identity.data
    return {
      scopes: new Set(scopes),
      obtainableScopes: new Set(obtainableScopes),
      superAdministrator,
      callTicket,
    }
  }

  /** Calls an operation with the agent's own token. @throws ProblemError */
  async call(
    bearer: Bearer,
    name: OperationName,
    input: Readonly<Record<string, unknown>>,
    { confirmation, idempotencyKey, callTicket }: Carried,
  ): Promise<Record<string, unknown>> {
    const options: CallOptions = {
      headers: {
        ...credentialsOf(bearer),
        ...traceHeaders(),
        ...(idempotencyKey === undefined ? {} : { [idempotencyHeader]: idempotencyKey }),
        ...(callTicket === null ? {} : { [callTicketHeader]: callTicket }),
      },
      ...(confirmation === undefined ? {} : { confirmation }),
    }
    // What an agent sends is checked by the operation's own schema there.
    const answer = this.#client.call(name, input as never, options)
    return answer.catch(unreachable) as Promise<Record<string, unknown>>
  }

  async #forward(path: string, init: Parameters<Send>[1]): ReturnType<Send> {
    if (path.length > maxAddress) return new Response(null, { status: 431 })
    const { status, text } = await this.#send({ path, ...init, timeoutMs: callMs })
    return { ok: isSuccess(status), status, text: async () => text }
  }

  async #readServed(): Promise<ReadonlySet<OperationName>> {
    const { paths } = await this.#read<{ paths: Record<string, Record<string, { operationId: string }>> }>(
      '/openapi.json',
    )
    const names = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    return new Set(names.filter(isOperationName))
  }

  async #read<Answer>(path: string): Promise<Answer> {
    const asked = { path: `${basePath}${path}`, headers: traceHeaders(), timeoutMs: lookupMs }
    const { status, text } = await this.#send(asked).catch(unreachable)
    if (!isSuccess(status)) unreachable(new Error(`${path} answered ${status}`))
    return parsed(text) as Answer
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return unreachable(error)
  }
}

const credentialsOf = ({ token, scheme, forwardedFor, kind }: Bearer): Record<string, string> => ({
  authorization: `${scheme} ${token}`,
  ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
  ...(kind ? { [messageKindHeader]: kind } : {}),
})

/** Whatever is no problem document of the administration API means that it could not be asked. */
function unreachable(error: unknown): never {
  if (error instanceof ProblemError) throw error
  throw new Unreachable(error)
}

/** The administration API did not answer. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  constructor(cause: unknown) {
    super('The administration API does not answer.', { cause })
  }
}
