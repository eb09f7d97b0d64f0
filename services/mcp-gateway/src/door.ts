import { type ErrorCode, errorCatalogue, ProblemError } from '@signet/contracts'
import { isLoopback } from '@signet/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AdminApi, type Agent, Unreachable } from './admin-api.ts'
import type { Deps } from './deps.ts'
import { challenge } from './protected-resource.ts'
import { ownProblem } from './tools/results.ts'

/** A request turned away before the protocol saw it. */
export class TurnedAway extends Error {
  override name = 'TurnedAway'
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}) {
    super(errorCatalogue[code].title)
    this.code = code
    this.headers = headers
  }
}

/** Answers a request that was turned away as a problem document; null for any other error. */
export function sendTurnedAway(error: unknown, reply: FastifyReply): FastifyReply | null {
  const away = error instanceof Unreachable ? new TurnedAway('unavailable', { 'retry-after': '2' }) : error
  if (!(away instanceof TurnedAway)) return null
  const problem = ownProblem(away.code)
  return reply.code(problem.status).headers(away.headers).type('application/problem+json').send(problem)
}

/** A page of another site must not drive an agent's endpoint through a browser (DNS rebinding). */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwn(origin, new URL(baseUrl))) throw new TurnedAway('wrong_origin')
}

/** On loopback the instance answers to every name of it. */
function isOwn(origin: string, base: URL): boolean {
  if (origin === base.origin) return true
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return isLoopback(base) && url?.port === base.port && isLoopback(url)
}

/** Switched off, the endpoint is not there at all. */
export async function requireEnabled(api: AdminApi): Promise<void> {
  if (!(await api.enabled())) throw new TurnedAway('not_found')
}

const proofOf = ({ headers: { dpop } }: FastifyRequest): string | undefined =>
  typeof dpop === 'string' ? dpop : undefined

/**
 * The agent behind the bearer token, as the administration API sees it at this moment (R27): it takes no token while
 * agents are switched off, so a message it takes needs no further question.
 */
export async function requireAgent({ config }: Deps, api: AdminApi, request: FastifyRequest): Promise<Agent> {
  const [, scheme, token] = /^(Bearer|DPoP) ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? []
  const refuse = async (refused: boolean): Promise<never> => {
    await requireEnabled(api)
    throw new TurnedAway('unauthenticated', {
      'www-authenticate': challenge(config.SIGNET_BASE_URL, refused),
    })
  }
  if (!scheme || !token) return refuse(request.headers.authorization !== undefined)
  const forwardedFor = config.SIGNET_PROXY_HOPS > 0 ? request.headers['x-forwarded-for'] : undefined
  try {
    return await api.identify({
      token,
      scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer',
      proof: proofOf(request),
      forwardedFor: forwardedFor === undefined ? undefined : String(forwardedFor),
    })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, retryAfter } = error.problem
    if (code === 'unauthenticated') return refuse(true)
    throw new TurnedAway(code, retryAfter ? { 'retry-after': String(retryAfter) } : {})
  }
}
