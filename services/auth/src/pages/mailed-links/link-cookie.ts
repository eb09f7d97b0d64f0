import type { KoaContextWithOIDC } from 'oidc-provider'
import { cookieOptions } from '../../core/cookie-options.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'

/** Cookie with the token between the link and the form, also for the dispatch at the root issuer. */
export const linkCookie = '_link'
const cookieSeconds = 3_600

/** Returns the token of the latest link in this browser; empty without one. */
export const tokenIn = (ctx: KoaContextWithOIDC): string =>
  ctx.cookies.get(linkCookie, { signed: false }) ?? ''

/**
 * Moves the token from the URL into a cookie, so that no history, bookmark or Referer contains it.
 * @returns false for a text that is no token
 */
export function takeToken(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  address: string,
  token: string,
): boolean {
  if (!isToken(token)) return false
  keepToken(context, ctx, address, token)
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.redirect(address)
  ctx.status = 303
  return true
}

/** Other text may contain characters that a cookie cannot. */
const isToken = (text: string): boolean => /^[\w-]{20,100}$/.test(text)

export function keepToken(
  context: Pick<OptionsContext, 'issuer'>,
  ctx: KoaContextWithOIDC,
  address: string,
  token: string | null,
): void {
  ctx.cookies.set(linkCookie, token, {
    ...cookieOptions(context, address),
    ...(token === null ? {} : { maxAge: cookieSeconds * 1000 }),
  })
}
