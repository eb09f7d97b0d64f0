import { noteRequest, requestContext } from '@signet/runtime'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { sendPlain } from '../http/plain.ts'
import { awayOf, fault, serverError, showDefect, showNothing } from '../interactions/error.ts'
import type { OptionsContext } from '../provider-options/context.ts'

const away = 'signet.databaseAway'

/** Defects behind answers that are no pages, such as those of the token endpoint; a page's own is captured there. */
export function captureDefects(provider: Provider, context: OptionsContext): void {
  provider.on('server_error', (ctx, error) => {
    const unavailable = awayOf(error)
    if (unavailable) ctx.state[away] = unavailable
    else describeFault(ctx, fault(context, ctx, error))
  })
}

/** Adds the reference to the JSON error of a defect; a page shows it itself. */
function describeFault(ctx: KoaContextWithOIDC, reference: string): void {
  const { body } = ctx
  if (typeof body === 'object' && body !== null && 'error' in body && body.error === 'server_error')
    ctx.body = serverError(reference)
}

/** Nobody answered, and nobody has written to the socket itself. */
const isNothing = ({ status, body, respond }: Parameters<Parameters<Provider['use']>[0]>[0]): boolean =>
  status === 404 && body === undefined && respond !== false

/**
 * What the provider's own error handling does not see: the pages that are ours, and the writes that end a request.
 * Nothing of it is printed (R19); what a browser is shown carries a reference, or says to try again.
 */
export function answerDefects(provider: Provider, context: OptionsContext): void {
  provider.use(async (ctx, next) => {
    try {
      await next()
      // The provider has made a defect of it (F01): whoever asked may try again.
      if (ctx.state[away]) throw ctx.state[away]
      if (isNothing(ctx)) showNothing(ctx as unknown as KoaContextWithOIDC, context)
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
      // Thrown beside the provider's own routes, such as for a body that did not arrive whole.
      const isRefused = error instanceof errors.OIDCProviderError && error.statusCode < 500
      if (unavailable || isRefused) {
        ctx.respond = false
        sendPlain(ctx.req, ctx.res, unavailable ? 'unavailable' : 'refused')
      } else showDefect(ctx as unknown as KoaContextWithOIDC, context, error)
    }
  })
}
