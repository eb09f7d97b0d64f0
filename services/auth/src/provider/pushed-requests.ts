import type { LayerFactory } from '../core/layer.ts'
import { lifetimeOfPushed } from '../request/pushed-request-adapter.ts'

/** The adapter extends the lifetime of a pushed request (RFC 9126 2.2). */
export const describeLifetime: LayerFactory = () => async (ctx, next) => {
  await next()
  const pushed = ctx.oidc?.entities.PushedAuthorizationRequest
  if (ctx.status !== 201 || !pushed) return
  const body = ctx.body as { expires_in: number }
  body.expires_in = lifetimeOfPushed(pushed.request, body.expires_in)
}
