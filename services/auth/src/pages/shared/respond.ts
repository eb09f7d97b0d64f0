import { createHash } from 'node:crypto'
import type { Html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { copyShownScript } from './copy-shown.ts'
import { keepCodesScript } from './keep-codes.ts'
import { localTimesScript } from './local-times.ts'
import { passkeyScript } from './passkey-form.ts'
import { showPasswordScript } from './show-password.ts'

/** The only scripts of the end-user pages (CSP 3, 2.3.1). */
const scripts = [showPasswordScript, passkeyScript, keepCodesScript, copyShownScript, localTimesScript].map(
  ({ text, element }) => ({
    element: element.text,
    source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  }),
)

/** Stored text is escaped, so only pages that include a script contain it. */
const scriptSources = ({ text }: Html): string[] =>
  scripts.flatMap(({ element, source }) => (text.includes(element) ? [source] : []))

type Context = Pick<KoaContextWithOIDC, 'set' | 'vary'> & { status: number; type: string; body: unknown }

/**
 * The policy allows only the scripts of Signet, no framing, and forms that lead to Signet or to the requesting application (browsers
 * apply form-action to redirects too).
 */
export function sendPage(
  ctx: Context,
  page: Html,
  {
    status = 200,
    locale,
    formTargets = [],
    images = [],
  }: {
    status?: number
    locale: Locale
    formTargets?: readonly string[]
    images?: readonly string[]
  },
): void {
  ctx.status = status
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Language': locale,
    'Content-Security-Policy': policy(scriptSources(page), formTargets, images),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  ctx.vary('Accept-Language')
  ctx.vary('Cookie')
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = page.text
}

const policy = (
  scripts: readonly string[],
  formTargets: readonly string[],
  images: readonly string[],
): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self' data:", ...images].join(' '),
    ...(scripts.length ? [['script-src', ...scripts].join(' ')] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
  ].join('; ')

/** Returns the origin, or for a native application the scheme, that a form may redirect to. */
export function formTarget(redirectUri: unknown): string[] {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null
  if (!url) return []
  return [url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol]
}
