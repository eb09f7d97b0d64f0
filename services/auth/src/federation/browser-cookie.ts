import { openSeconds } from '@signet/federation'
import { digest, mintToken, sameDigest } from '@signet/secrets'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { cookieOptions } from '../core/cookie-options.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

const nameOf = ({ project }: OptionsContext): string => `_federation_${project.id}`

const read = (context: OptionsContext, ctx: KoaContextWithOIDC): string | undefined => {
  const value = ctx.cookies.get(nameOf(context), { signed: false })
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/**
 * Only the marked browser can return the response (RFC 9700 4.7). Transactions of several windows share the mark; each has its own
 * state.
 */
export function markBrowser(context: OptionsContext, ctx: KoaContextWithOIDC): string {
  const mark = read(context, ctx) ?? mintToken()
  ctx.cookies.set(nameOf(context), mark, {
    ...cookieOptions(context, context.mountPath || '/'),
    maxAge: openSeconds * 1_000,
  })
  return mark
}

export function isMarked(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  browserDigest: string | null,
): boolean {
  const mark = read(context, ctx)
  return mark !== undefined && browserDigest !== null && sameDigest(digest(mark), browserDigest)
}
