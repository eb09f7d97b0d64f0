import { Unavailable, UnstorableText } from '@signet/db'
import { noteRequest, requestContext } from '@signet/runtime'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import { showProblem } from '../pages/problem/error.ts'
import { sendPlain } from '../pages/problem/plain.ts'
import { requireRequestState } from '../request/state.ts'
import { AlreadyDecided, AlreadyRedeemed, ConcurrentUpdate } from '../request/unit-of-work.ts'
import { noteError } from './recent-errors.ts'

export const requestUnitLayer: LayerFactory =
  ({ context }) =>
  async (ctx, next) => {
    const { writes } = requireRequestState()
    try {
      await next()
      // The deadline has sent a response already: the client does not receive this one, so nothing is written.
      if (requestContext()?.isGivenUp) throw new Unavailable(undefined, 'deadline')
      noteAnswer(ctx)
      if (ctx.status >= 400) writes.withdrawRedemptions()
      await writes.flush()
    } catch (error) {
      if (error instanceof UnstorableText) {
        ctx.status = 400
        ctx.body = {
          error: 'invalid_request',
          error_description: 'a parameter has a character that cannot be read',
        }
        return
      }
      // The page that follows shows the decision that was stored first.
      if (error instanceof AlreadyDecided) return
      const isForBrowser = ctx.oidc?.route !== 'token'
      if (error instanceof ConcurrentUpdate && isForBrowser) {
        askAgain(ctx, context)
        return
      }
      if (!(error instanceof AlreadyRedeemed || error instanceof ConcurrentUpdate)) throw error
      if (ctx.response.get('Location')) {
        // Another response used the pushed request first (RFC 9126 2.2): the code in this one was not stored.
        ctx.remove('Location')
        ctx.body = null
        ctx.respond = false
        sendPlain(ctx.req, ctx.res, 'refused')
        return
      }
      // RFC 6749 5.2; the grant and everything issued under it has ended (RFC 9700 4.14.2).
      const reason =
        error instanceof ConcurrentUpdate
          ? 'its grant was ended concurrently'
          : 'redeemed concurrently by another request'
      noteError(ctx, context.deps.clientErrors, context.project.id, { error: 'invalid_grant', reason })
      ctx.status = 400
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' }
    }
  }

function noteAnswer({ oidc, status, body }: KoaContextWithOIDC): void {
  noteRequest({ client: oidc?.client?.clientId })
  if (status < 400 || typeof body !== 'object' || body === null || !('error' in body)) return
  noteRequest({ cause: String(body.error) })
}

/**
 * Redirects the browser to the same address after a concurrent change by another window or an administrator. Nothing was written, so
 * the repeated request reads the current state. A form is not sent twice: its user gets a page.
 */
function askAgain(ctx: KoaContextWithOIDC, context: OptionsContext): void {
  ctx.remove('Set-Cookie')
  ctx.remove('Location')
  if (ctx.method === 'GET') {
    ctx.status = 303
    ctx.set('Cache-Control', 'no-store')
    ctx.redirect(`${context.issuer}${ctx.originalUrl}`)
  } else showProblem(ctx, context, new errors.SessionNotFound('it changed in another window'))
}
