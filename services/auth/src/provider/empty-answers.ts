import type { LayerFactory } from '../core/layer.ts'

/**
 * Removes the content type of an empty body. oidc-provider answers a revocation with an empty text, and clients that expect JSON, such
 * as oidc-client-ts, reject `text/plain`.
 */
export const emptyBodyLayer: LayerFactory = () => async (ctx, next) => {
  await next()
  if (ctx.body !== '') return
  const { status } = ctx
  ctx.body = null
  ctx.status = status
}
