import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { useUnder } from '../issuers/under.ts'
import { chooseLocale } from '../pages/locale.ts'
import { signedOutPage, signOutPage } from '../pages/sign-out.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { nameOf } from './brand.ts'
import { formTarget, sendPage } from './respond.ts'

/** Asks before signing out; `form` is the provider's own form, of which only the token is taken. */
export const logoutSource = (context: OptionsContext) => (ctx: KoaContextWithOIDC, form: string) => {
  const locale = chooseLocale(ctx.oidc.params?.ui_locales, ctx.get('accept-language'))
  const page = signOutPage({
    locale,
    projectName: nameOf(context),
    action: `${context.mountPath}/session/end/confirm`,
    token: /name="xsrf" value="([\w-]+)"/.exec(form)?.[1] ?? '',
  })
  sendPage(ctx, page, { locale, formTargets: formTarget(ctx.oidc.params?.post_logout_redirect_uri) })
}

export const postLogoutSuccessSource = (context: OptionsContext) => (ctx: KoaContextWithOIDC) => {
  const locale = chooseLocale(ctx.oidc.params?.ui_locales, ctx.get('accept-language'))
  sendPage(ctx, signedOutPage({ locale, projectName: nameOf(context) }), { locale })
}

/**
 * Where nobody is signed in there is nothing to ask: the person goes straight to where signing out leads. The
 * provider would answer with a page of its own that posts itself by script.
 */
export function skipQuestionWithoutSession(provider: Provider, context: OptionsContext): void {
  useUnder(provider, 'session', async (plain, next) => {
    await next()
    const ctx = plain as unknown as KoaContextWithOIDC
    if (ctx.path !== '/session/end' || ctx.status !== 200 || ctx.oidc.session?.accountId) return
    const { post_logout_redirect_uri: uri, state } = ctx.oidc.params ?? {}
    if (typeof uri !== 'string') return postLogoutSuccessSource(context)(ctx)
    const target = new URL(uri)
    if (typeof state === 'string') target.searchParams.set('state', state)
    ctx.status = 303
    ctx.redirect(target.href)
  })
}
