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
import type { AdminApi, Agent, Bearer } from '../admin-api.ts'
import { callToolByName } from '../catalogue/compact.ts'
import { HttpError } from '../http-error.ts'
import { challenge } from './protected-resource.ts'

/** Responds with 404 while the endpoint is switched off. */
export async function requireEnabled(api: AdminApi): Promise<void> {
  if (!(await api.enabled())) throw new HttpError('not_found')
}

/**
 * The administration API authenticates the sender once per message: with the call that the message makes or, without a call, with a
 * request of its own. No response is sent before that.
 */
export class Message {
  readonly bearer: Bearer
  readonly #api: AdminApi
  #agent: Promise<Agent> | undefined
  #wasAccepted = false
  #refusal: HttpError | undefined

  /** @throws HttpError for a missing token */
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

  /** A proof is for `POST /mcp` and not for the call, so a message with a proof is authenticated first. */
  get isIdentifiedByCall(): boolean {
    return this.bearer.kind === 'call' && this.bearer.scheme === 'Bearer' && this.bearer.proof === undefined
  }

  /** @throws HttpError for an invalid token, Unreachable */
  identify(): Promise<Agent> {
    this.#agent ??= this.#api.identify(this.bearer).catch(async (error) => {
      if (!(error instanceof ProblemError)) throw error
      const { code, retryAfter } = error.problem
      if (code === 'unauthenticated') throw await unauthenticated(this.#api, true)
      throw new HttpError(code, retryAfter ? { 'retry-after': String(retryAfter) } : {})
    })
    return this.#agent
  }

  accepted(): void {
    this.#wasAccepted = true
  }

  /** @throws HttpError the response that replaces the result of the protocol library */
  async requireAccepted(): Promise<void> {
    if (this.#refusal) throw this.#refusal
    if (!this.#wasAccepted) await this.identify()
  }

  /**
   * True for a call whose token lacks a scope that another token could have: the client requests the scope from its user (step-up
   * authorization of the protocol).
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

/** The rate limit counts a message with a tool call by its call. Batches, bodies that are not JSON and unknown tools have no kind. */
function kindOf(message: unknown): MessageKind | undefined {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown }
  const { name: called, arguments: args } = Object(params) as { name?: unknown; arguments?: unknown }
  // A call in the compact form is counted as the call that it contains.
  const name = called === callToolByName ? (Object(args) as { name?: unknown }).name : called
  if (method !== 'tools/call' || typeof name !== 'string' || !isOperationName(name)) return undefined
  const operation = operations[name]
  if (operation.kind === 'console_only') return 'console_only'
  return isTool(operation) ? 'call' : undefined
}

const proofOf = ({ headers: { dpop } }: FastifyRequest): string | undefined =>
  typeof dpop === 'string' ? dpop : undefined
