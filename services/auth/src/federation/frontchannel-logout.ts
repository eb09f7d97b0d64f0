// OpenID Connect Front-Channel Logout 1.0
import { isIssuerOf } from '@signet/federation'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { endUpstreamSession } from './ended-session.ts'
import { findUpstream } from './upstream-store.ts'

/** Characters. */
const maxLength = 2_000

/**
 * The sign-out page of the provider opens this address in a frame. Browsers send no cookies in it, so `iss` and `sid` are required
 * (section 3). The response is the same for unknown values.
 */
export async function endFromFrame(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  providerId: string,
): Promise<void> {
  const sid = single(ctx, 'sid')
  const upstream = sid === null ? null : await findUpstream(context, providerId)
  const isAccepted = upstream?.enabled && upstream.acceptsFrontChannelLogout
  if (sid !== null && isAccepted && isIssuerOf(upstream, single(ctx, 'iss') ?? ''))
    await endUpstreamSession(context, providerId, { sid })
  ctx.set({
    'Cache-Control': 'no-store',
    // The only page that other origins may frame: it has no content to click on.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors *",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = '<!doctype html><title></title>'
}

/** @returns null unless the address has the parameter once */
function single({ URL: { searchParams } }: KoaContextWithOIDC, name: string): string | null {
  const [value, ...others] = searchParams.getAll(name)
  const isValid = value !== undefined && value !== '' && value.length <= maxLength
  return isValid && others.length === 0 ? value : null
}
