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
  preferencesOf,
  preferHeader,
  reasonHeader,
  type Send,
} from '@signet/contracts'
import { createServiceClient } from '@signet/http'
import { notCounted, traceHeaders } from '@signet/runtime'
import { TtlCache } from './ttl-cache.ts'

const basePath = '/admin/api'

/** Below the 15 s of the request. */
const callMs = 14_000
const lookupMs = 5_000

export interface Bearer {
  readonly token: string
  readonly scheme: 'Bearer' | 'DPoP'
  /** Proof of a token that is bound to a key (RFC 9449). The administration API verifies it. */
  readonly proof: string | undefined
  /** Forwarded header of the proxies, so that rate limits count the agent and not the gateway. */
  readonly forwardedFor: string | undefined
  /** Set for a message that calls a tool or tries a console-only operation. */
  readonly kind: MessageKind | undefined
}

export interface Agent {
  readonly scopes: ReadonlySet<AgentScope>
  readonly obtainableScopes: ReadonlySet<AgentScope>
  readonly superAdministrator: boolean
  /** Replaces the spent proof in the one call of the message; null without a proof. */
  readonly callTicket: string | null
}

interface CallMetadata {
  readonly callTicket: string | null
  readonly confirmation?: string | undefined
  readonly idempotencyKey?: string | undefined
  /** Text of the agent for the administrator who approves the call. */
  readonly reason?: string | undefined
  readonly waitSeconds?: number | undefined
}

/** A server closes the connection of a longer path before it reads it (RFC 6585 section 5). */
const maxAddress = 12_000

/** The only dependency of the gateway, which has no rights and forwards the agent's token. */
export class AdminApi {
  readonly baseUrl: string
  readonly #send: ReturnType<typeof createServiceClient>
  readonly #client = createClient({ baseUrl: basePath, fetch: (path, init) => this.#forward(path, init) })
  readonly #served: TtlCache<ReadonlySet<OperationName>>

  /** @param baseUrl public address of the instance */
  constructor(origin: string, baseUrl: string) {
    this.baseUrl = baseUrl
    this.#send = createServiceClient(origin)
    this.#served = new TtlCache(() => this.#readServed(), { milliseconds: 60_000, graceMs: 3_600_000 })
  }

  /** Reads the setting `mcp.enabled` for each message, so that switching it off applies to the next request. */
  async enabled(): Promise<boolean> {
    const { enabled } = await this.#read<{ enabled: boolean }>('/agent-endpoint')
    return enabled
  }

  served = (): Promise<ReadonlySet<OperationName>> => this.#served.current()

  /** @throws ProblemError `unauthenticated` for an invalid token; Unreachable without a response */
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
    { confirmation, idempotencyKey, callTicket, reason, waitSeconds }: CallMetadata,
  ): Promise<Record<string, unknown>> {
    const options: CallOptions = {
      headers: {
        ...credentialsOf(bearer),
        ...traceHeaders(),
        ...(idempotencyKey === undefined ? {} : { [idempotencyHeader]: idempotencyKey }),
        ...(callTicket === null ? {} : { [callTicketHeader]: callTicket }),
        ...(reason === undefined ? {} : { [reasonHeader]: encodeURIComponent(reason.toWellFormed()) }),
        [preferHeader]: `return=representation${waitSeconds === undefined ? '' : `, wait=${waitSeconds}`}`,
      },
      ...(confirmation === undefined ? {} : { confirmation }),
    }
    // The administration API validates the input with the schema of the operation.
    const answer = this.#client.call(name, input as never, options)
    return answer.catch(unreachable) as Promise<Record<string, unknown>>
  }

  async #forward(path: string, init: Parameters<Send>[1]): ReturnType<Send> {
    if (path.length > maxAddress) return new Response(null, { status: 431 })
    const { waitSeconds } = preferencesOf(init.headers[preferHeader])
    const timeoutMs = callMs + waitSeconds * 1000
    const send = () => this.#send({ path, ...init, timeoutMs })
    const { status, text } = await (waitSeconds > 0 ? notCounted(send) : send())
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

/** An error without a problem document of the administration API is a missing response. */
function unreachable(error: unknown): never {
  if (error instanceof ProblemError) throw error
  throw new Unreachable(error)
}

export class Unreachable extends Error {
  override name = 'Unreachable'
  constructor(cause: unknown) {
    super('The administration API does not respond.', { cause })
  }
}
