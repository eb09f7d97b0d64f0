import type { KoaContextWithOIDC } from 'oidc-provider'
import { countActivity } from '../activity/count.ts'
import { countGrants } from '../activity/count-grants.ts'
import { addAssertionGrant } from '../agents/assertion-grant.ts'
import type { RequestWithBody } from '../http/body.ts'
import { addUserAssertionGrant } from '../token-grants/assertion-grant.ts'
import { addExchangeGrant } from '../token-grants/exchange-grant.ts'
import type { ProviderContext } from './context.ts'
import { captureDefects } from './defects.ts'
import { jwtVerifier } from './jwt-access-tokens.ts'
import { recordErrors } from './recent-errors.ts'

export function extendProvider(parts: ProviderContext): void {
  const { provider, context } = parts
  addAssertionGrant(provider, context, provider.grantHandler('client_credentials'))
  addUserAssertionGrant(parts)
  addExchangeGrant(provider, context, jwtVerifier(parts))
  captureDefects(provider, context)
  countGrants(provider)
  countActivity(provider, context.deps.activity, context.project.id)
  markCompletedSignIns(provider)
  recordErrors(provider, context.deps.clientErrors, context.project.id)
}

/** Authorization, page, form, and the continued authorization. */
const requestsWithPage = 4

/** The rate limits count requests that end a sign-in with a code. */
function markCompletedSignIns(provider: ProviderContext['provider']): void {
  provider.on('authorization.success', ({ req, oidc }: KoaContextWithOIDC) => {
    const request: RequestWithBody = req
    request.signInRequests = oidc.route === 'resume' ? requestsWithPage : 1
  })
}
