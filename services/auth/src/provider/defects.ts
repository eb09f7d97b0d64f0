import { noteRequest, requestContext } from '@signet/runtime'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import { awayOf, fault, serverError, showDefect, showNothing } from '../pages/problem/error.ts'
import { sendPlain } from '../pages/problem/plain.ts'
import { requireRequestState } from '../request/state.ts'

/** Captures defects of routes such as the token endpoint; an error page captures its own defect. */
export function captureDefects(provider: Provider, context: OptionsContext): void {
  provider.on('server_error', (ctx, error) => {
    const unavailable = awayOf(error)
    if (unavailable) requireRequestState().unavailable = unavailable
    else describeFault(ctx, fault(context, ctx, error))
  })
}

/** An error page contains the reference already. */
function describeFault(ctx: KoaContextWithOIDC, reference: string): void {
  const { body } = ctx
  if (typeof body === 'object' && body !== null && 'error' in body && body.error === 'server_error')
    ctx.body = serverError(reference)
}

/** No layer has set a response or written to the socket. */
const isNothing = ({ status, body, respond }: KoaContextWithOIDC): boolean =>
  status === 404 && body === undefined && respond !== false

/**
 * Sends no detail of errors of the pages of Signet and of the final writes of a request; the response has the reference of the fault,
 * or asks the client to try again.
 */
export const defectLayer: LayerFactory =
  ({ context }) =>
  async (ctx, next) => {
    try {
      await next()
      // oidc-provider has turned a database failure into a defect: the client may try again.
      const failure = requireRequestState().unavailable
      if (failure) throw failure
      if (isNothing(ctx)) showNothing(ctx, context)
    } catch (error) {
      if (requestContext()?.isGivenUp) {
        ctx.respond = false
        return
      }
      ctx.remove('Location')
      ctx.remove('Set-Cookie')
      ctx.body = null
      const unavailable = awayOf(error)
      if (unavailable) noteRequest({ cause: `database ${unavailable.reason}` })
      // Thrown outside the routes of oidc-provider, such as for an incomplete body.
      const isRefused = error instanceof errors.OIDCProviderError && error.statusCode < 500
      if (unavailable || isRefused) {
        ctx.respond = false
        sendPlain(ctx.req, ctx.res, unavailable ? 'unavailable' : 'refused')
      } else showDefect(ctx, context, error)
    }
  }
