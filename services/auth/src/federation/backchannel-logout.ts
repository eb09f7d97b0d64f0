// OpenID Connect Back-Channel Logout 1.0
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { readForm } from '../pages/shared/form.ts'
import { isNewToken } from '../upstream/replays.ts'
import { endUpstreamSession } from './ended-session.ts'
import { LogoutRefused, verifyLogoutToken } from './logout-token.ts'
import { findUpstream } from './upstream-store.ts'

interface Call {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
}

/** The response does not reveal whether a user was signed in. */
export async function endFromUpstream({ provider, context, ctx }: Call, providerId: string): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  try {
    const upstream = await findUpstream(context, providerId)
    const token = (await readForm(ctx.req)).get('logout_token') ?? ''
    if (!upstream?.enabled || !upstream.acceptsBackChannelLogout) throw new LogoutRefused()
    const logout = await verifyLogoutToken(context, upstream, token)
    if (!(await isNewToken(provider, logout.issuer, logout.jti, logout.until))) throw new LogoutRefused()
    await endUpstreamSession(context, providerId, logout)
    ctx.status = 200
    ctx.body = ''
  } catch (error) {
    if (!(error instanceof LogoutRefused || error instanceof errors.InvalidRequest)) throw error
    ctx.status = 400
    ctx.body = { error: 'invalid_request', error_description: 'the logout token is not accepted' }
  }
}
