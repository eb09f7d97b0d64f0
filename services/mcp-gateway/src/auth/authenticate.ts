import { ProblemError } from '@signet/contracts'
import type { FastifyRequest } from 'fastify'
import type { AdminApi, Agent } from '../call/admin-api.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../http-error.ts'
import { challenge } from './protected-resource.ts'

/** Switched off, the endpoint is not there at all. */
export async function requireEnabled(api: AdminApi): Promise<void> {
  if (!(await api.enabled())) throw new HttpError('not_found')
}

/** A batch, which no revision has any more, and what is no JSON are counted as messages. */
function callsTool(body: unknown): boolean {
  try {
    const message: unknown = JSON.parse(String(body))
    return (
      typeof message === 'object' &&
      message !== null &&
      'method' in message &&
      message.method === 'tools/call'
    )
  } catch {
    return false
  }
}

const proofOf = ({ headers: { dpop } }: FastifyRequest): string | undefined =>
  typeof dpop === 'string' ? dpop : undefined

/**
 * The agent behind the bearer token, as the administration API sees it at this moment (R27). It accepts no token while
 * agents are switched off, so an accepted message needs no further check of the setting.
 */
export async function requireAgent({ config }: Deps, api: AdminApi, request: FastifyRequest): Promise<Agent> {
  const [, scheme, token] = /^(Bearer|DPoP) ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? []
  const refuse = async (refused: boolean): Promise<never> => {
    await requireEnabled(api)
    throw new HttpError('unauthenticated', {
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
      callsTool: callsTool(request.body),
      forwardedFor: forwardedFor === undefined ? undefined : String(forwardedFor),
    })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, retryAfter } = error.problem
    if (code === 'unauthenticated') return refuse(true)
    throw new HttpError(code, retryAfter ? { 'retry-after': String(retryAfter) } : {})
  }
}
