import { pairwiseSubject, sectorOf } from '@signet/accounts'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../../core/issuer-context.ts'
import type { LayerFactory } from '../../core/layer.ts'
import { pageLocale } from '../../core/page-language.ts'
import { signOutTarget, upstreamSignOut } from '../../federation/sign-out.ts'
import { cookies } from '../../protocol/cookies.ts'
import { pairwiseKey } from '../../protocol/pairwise.ts'
import { endSession } from '../../sign-out/end-session.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { formTarget, sendPage } from '../shared/respond.ts'
import { signedOutPage, signOutPage } from './view.ts'

/**
 * Asks first, unless the application presents an ID token of this session (RP-Initiated Logout 1.0, 2). The form of oidc-provider
 * contains the token.
 */
export const logoutSource = (context: OptionsContext) => async (ctx: KoaContextWithOIDC, form: string) => {
  if (await showsOwnIdToken(context, ctx)) return signOutDirectly(context, ctx)
  const locale = pageLocale(context, ctx, ctx.oidc.params?.ui_locales)
  const page = signOutPage({
    locale,
    project: projectBrand(context),
    action: `${context.mountPath}/session/end/confirm`,
    token: /name="xsrf" value="([\w-]+)"/.exec(form)?.[1] ?? '',
  })
  const formTargets = [
    ...formTarget(ctx.oidc.params?.post_logout_redirect_uri),
    ...(await signOutTarget(context, ctx.oidc.session?.uid)),
  ]
  sendPage(ctx, page, { locale, formTargets })
}

/** oidc-provider has verified the hint; without `sid` it belongs to the session if it was issued since the sign-in. */
async function showsOwnIdToken(
  { deps, project }: OptionsContext,
  { oidc }: KoaContextWithOIDC,
): Promise<boolean> {
  const { client, entities, session } = oidc
  const hint = entities.IdTokenHint?.payload as { sub?: string; sid?: string; iat?: number } | undefined
  const { accountId } = session ?? {}
  if (!hint || !client || !session || !accountId) return false
  const authorization = session.authorizations?.[client.clientId]
  const isOfSession =
    hint.sid === undefined ? (hint.iat ?? 0) >= Number(session.authTime()) : hint.sid === authorization?.sid
  if (!authorization || !isOfSession) return false
  if (client.subjectType !== 'pairwise') return hint.sub === accountId
  return hint.sub === pairwiseSubject(await pairwiseKey(deps, project.id), sectorOf(client), accountId)
}

async function signOutDirectly(context: OptionsContext, ctx: KoaContextWithOIDC): Promise<void> {
  const { provider, session } = ctx.oidc
  if (!session?.accountId) throw new errors.SessionNotFound('no user is signed in')
  await endSession(provider, context, session, session.accountId)
  ctx.cookies.set(`_session_${context.project.id}`, null, cookies(context).cookies?.long)
  redirectAfterSignOut(context, ctx)
}

function redirectAfterSignOut({ mountPath }: OptionsContext, ctx: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: uri, state } = ctx.oidc.params ?? {}
  ctx.status = 303
  const target = typeof uri === 'string' ? new URL(uri) : undefined
  if (typeof state === 'string') target?.searchParams.set('state', state)
  ctx.redirect(target?.href ?? `${mountPath}/session/end/success`)
}

export const postLogoutSuccessSource = (context: OptionsContext) => async (ctx: KoaContextWithOIDC) => {
  const locale = pageLocale(context, ctx, ctx.oidc.params?.ui_locales)
  const upstream = await upstreamSignOut(context, ctx)
  const account = `${context.mountPath}/account`
  sendPage(ctx, signedOutPage({ locale, project: projectBrand(context), account, upstream }), { locale })
}

/**
 * Redirects to the end of a sign-out that has no session: no question is needed. oidc-provider would send a page that posts itself by
 * script.
 */
export const withoutSessionLayer: LayerFactory =
  ({ context }) =>
  async (ctx, next) => {
    await next()
    if (ctx.status !== 200 || ctx.oidc.session?.accountId) return
    if (typeof ctx.oidc.params?.post_logout_redirect_uri !== 'string')
      return postLogoutSuccessSource(context)(ctx)
    redirectAfterSignOut(context, ctx)
  }
