import { chooseLocale, type Locale, localeOf } from '@signet/i18n'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { cookieOptions } from './cookie-options.ts'
import type { OptionsContext } from './issuer-context.ts'

/** Longest lifetime that browsers allow for a cookie. */
const days = 400

const nameOf = ({ project }: OptionsContext): string => `_language_${project.id}`

/** `ui_locales` takes precedence over the language chosen in this browser, and that over Accept-Language. */
export function pageLocale(context: OptionsContext, ctx: KoaContextWithOIDC, uiLocales: unknown): Locale {
  const chosen = localeOf(ctx.cookies.get(nameOf(context), { signed: false }))
  return chooseLocale(uiLocales, chosen ?? ctx.get('accept-language'))
}

/** Holds for all pages of the project in this browser. */
export function keepLanguage(context: OptionsContext, ctx: KoaContextWithOIDC, locale: Locale): void {
  ctx.cookies.set(nameOf(context), locale, {
    ...cookieOptions(context, context.mountPath || '/'),
    maxAge: days * 86_400_000,
  })
}
