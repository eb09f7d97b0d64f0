import { sql } from '@signet/db'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { cookieOptions } from '../core/cookie-options.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import { formTarget } from '../pages/shared/respond.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { endSessionEndpoint, type SessionAtProvider, signOutAddress } from './end-session-endpoint.ts'
import { keepDestination } from './sign-out-return.ts'
import { findUpstream } from './upstream-store.ts'

const nameOf = ({ project }: OptionsContext): string => `_signed_out_${project.id}`

/** Lifetime of the cookie, for the page that follows. */
const keptMs = 60_000

/**
 * OpenID Connect RP-Initiated Logout 1.0: `sign_out` of the provider chooses a redirect, or a cookie with which the page that follows
 * offers it.
 */
export const upstreamSignOutLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    if (!context.settings['federation.enabled']) return next()
    const { accountId, uid } = await provider.Session.get(ctx)
    await next()
    if (!accountId || ctx.status !== 303) return
    const session = await sessionAtProvider(context, uid)
    if (session?.signOut === 'link') keep(context, ctx, uid)
    if (session?.signOut === 'automatic' && isEnded(ctx)) await leaveForProvider(context, ctx, session)
  }

/** A redirect follows the end of the session: the user of the sign-out page can also choose to stay. */
const isEnded = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.route === 'end_session' || Boolean(oidc.params?.logout)

interface SigningOut extends SessionAtProvider {
  readonly signOut: Upstream['signOut']
}

/** Undefined for a session without a provider. */
async function sessionAtProvider(
  { deps, project }: OptionsContext,
  uid: string,
): Promise<SigningOut | undefined> {
  const [row] = await deps.database.rows<SigningOut>(sql`
    SELECT s.provider_id AS "providerId", s.subject, s.id_token_sealed AS "idTokenSealed", p.sign_out AS "signOut"
    FROM upstream_sessions s JOIN identity_providers p ON p.project_id = s.project_id AND p.id = s.provider_id
    WHERE s.project_id = ${project.id} AND s.id = ${uid} AND p.enabled`)
  return row
}

/** The policy of the sign-out page for forms must permit the origin of the redirect. */
export async function signOutTarget(context: OptionsContext, uid: string | undefined): Promise<string[]> {
  if (uid === undefined || !context.settings['federation.enabled']) return []
  const session = await sessionAtProvider(context, uid)
  if (session?.signOut !== 'automatic') return []
  const upstream = await findUpstream(context, session.providerId)
  return upstream ? formTarget((await endSessionEndpoint(context, upstream))?.href) : []
}

/** The provider sends the browser back to `signed-out`. Without an endpoint the sign-out ends here. */
async function leaveForProvider(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  session: SessionAtProvider,
): Promise<void> {
  const there = await signOutAddress(context, session)
  if (!there) return
  const back = `${context.issuer}/federation/${session.providerId}/signed-out`
  there.address.searchParams.set('post_logout_redirect_uri', back)
  keepDestination(context, ctx, ctx.response.get('Location'))
  ctx.redirect(there.address.href)
}

function keep(context: OptionsContext, ctx: KoaContextWithOIDC, uid: string | null): void {
  ctx.cookies.set(nameOf(context), uid, {
    ...cookieOptions(context, `${context.mountPath}/session/end/success`),
    ...(uid === null ? {} : { maxAge: keptMs }),
  })
}

/**
 * Returns the address once; undefined without one, or when discovery fails. No redirect address is sent: a provider where it is not
 * registered would reject the request, and the user would stay signed in.
 */
export async function upstreamSignOut(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<{ readonly name: string; readonly address: string } | undefined> {
  const uid = ctx.cookies.get(nameOf(context), { signed: false })
  if (uid === undefined) return undefined
  keep(context, ctx, null)
  const [left] = await context.deps.database.rows<SessionAtProvider>(sql`
    DELETE FROM upstream_sessions s WHERE project_id = ${context.project.id} AND id = ${uid}
      AND NOT EXISTS (SELECT 1 FROM oidc_sessions o WHERE o.project_id = s.project_id AND o.uid = s.id)
    RETURNING provider_id AS "providerId", subject, id_token_sealed AS "idTokenSealed"`)
  const there = left && (await signOutAddress(context, left))
  return there && { name: there.name, address: there.address.href }
}
