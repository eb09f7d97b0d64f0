import {
  type AgentScope,
  agentScopes,
  isOperationName,
  isTool,
  type MessageKind,
  operations,
  ProblemError,
} from '@signet/contracts'
import type { FastifyRequest } from 'fastify'
import type { AdminApi, Agent, Bearer } from '../call/admin-api.ts'
import { HttpError } from '../http-error.ts'
import { challenge } from './protected-resource.ts'

/** Switched off, the endpoint is not there at all. */
export async function requireEnabled(api: AdminApi): Promise<void> {
  if (!(await api.enabled())) throw new HttpError('not_found')
}

/**
 * One message and the token it came with. Who sent it is asked of the administration API at that moment (R27), once: by
 * the call the message makes or, where it makes none, in a request of its own. Nothing is answered before that.
 */
export class Message {
  readonly bearer: Bearer
  readonly #api: AdminApi
  #agent: Promise<Agent> | undefined
  #wasAccepted = false
  #refusal: HttpError | undefined

  /** @throws HttpError without a token */
  static async receive(
    api: AdminApi,
    request: FastifyRequest,
    body: unknown,
    behindProxy: boolean,
  ): Promise<Message> {
    const { authorization } = request.headers
    const [, scheme, token] = /^(Bearer|DPoP) ([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? []
    if (!scheme || !token) throw await unauthenticated(api, authorization !== undefined)
    const forwardedFor = behindProxy ? request.headers['x-forwarded-for'] : undefined
    return new Message(api, {
      token,
      scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer',
      proof: proofOf(request),
      kind: kindOf(body),
      forwardedFor: forwardedFor === undefined ? undefined : String(forwardedFor),
    })
  }

  private constructor(api: AdminApi, bearer: Bearer) {
    this.#api = api
    this.bearer = bearer
  }

  /** A proof is for `POST /mcp` and not for the call, so its message is identified first. */
  get isIdentifiedByCall(): boolean {
    return this.bearer.kind === 'call' && this.bearer.scheme === 'Bearer' && this.bearer.proof === undefined
  }

  /** @throws HttpError for a token that is not valid, Unreachable */
  identify(): Promise<Agent> {
    this.#agent ??= this.#api.identify(this.bearer).catch(async (error) => {
      if (!(error instanceof ProblemError)) throw error
      const { code, retryAfter } = error.problem
      if (code === 'unauthenticated') throw await unauthenticated(this.#api, true)
      throw new HttpError(code, retryAfter ? { 'retry-after': String(retryAfter) } : {})
    })
    return this.#agent
  }

  /** The administration API answered the call. */
  accepted(): void {
    this.#wasAccepted = true
  }

  /** @throws HttpError what the message is answered in place of what the protocol made of it */
  async requireAccepted(): Promise<void> {
    if (this.#refusal) throw this.#refusal
    if (!this.#wasAccepted) await this.identify()
  }

  /**
   * A call that needs a scope its token lacks, where another token could have it: the client asks its user for one (the
   * protocol's step-up authorization). Whether that is so.
   */
  async asksForScope(scope: AgentScope): Promise<boolean> {
    const { scopes, obtainableScopes } = await this.identify()
    if (scopes.has(scope) || !obtainableScopes.has(scope)) return false
    const wanted = agentScopes.filter((known) => scopes.has(known) || known === scope).join(' ')
    const parameters = { error: 'insufficient_scope', scope: wanted }
    this.#refusal = new HttpError('insufficient_scope', {
      'www-authenticate': challenge(this.#api.baseUrl, parameters),
    })
    return true
  }
}

async function unauthenticated(api: AdminApi, refused: boolean): Promise<HttpError> {
  await requireEnabled(api)
  return new HttpError('unauthenticated', {
    'www-authenticate': challenge(api.baseUrl, refused ? { error: 'invalid_token' } : {}),
  })
}

/**
 * What a message is, for whoever counts: one that calls a tool is counted by its call. A batch, which no revision has any
 * more, what is no JSON, and a tool there is none of are messages like any other.
 */
function kindOf(message: unknown): MessageKind | undefined {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown }
  const { name } = Object(params) as { name?: unknown }
  if (method !== 'tools/call' || typeof name !== 'string' || !isOperationName(name)) return undefined
  return isTool(operations[name]) ? 'call' : 'console_only'
}

const proofOf = ({ headers: { dpop } }: FastifyRequest): string | undefined =>
  typeof dpop === 'string' ? dpop : undefined
