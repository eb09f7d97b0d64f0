import { Unavailable, UnstorableText } from '@signet/db'
import { noteRequest, requestContext } from '@signet/runtime'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { sendPlain } from '../http/plain.ts'
import { showProblem } from '../interactions/error.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { requireRequestState } from '../request/state.ts'
import { AlreadyDecided, AlreadyRedeemed, ConcurrentUpdate } from '../request/unit-of-work.ts'

/** Documents rendered by the provider once, and answered from memory for as long as its version is current. */
const renderedPaths = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
])

type Rendered = (path: string, body: unknown) => void

/** The outermost layer of a provider: what a request wrote is durable before its answer leaves. */
export function flushBeforeAnswer(provider: Provider, context: OptionsContext, rendered: Rendered): void {
  provider.use(async (ctx, next) => {
    const { writes } = requireRequestState()
    try {
      await next()
      // The deadline has answered the request already: its response is not sent, so it writes nothing.
      if (requestContext()?.isGivenUp) throw new Unavailable(undefined, 'deadline')
      noteAnswer(ctx as unknown as KoaContextWithOIDC)
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
      // The page that follows an answer shows what was answered first.
      if (error instanceof AlreadyDecided) return
      if (error instanceof ConcurrentUpdate) {
        askAgain(ctx as unknown as KoaContextWithOIDC, context)
        return
      }
      if (!(error instanceof AlreadyRedeemed)) throw error
      if (ctx.response.get('Location')) {
        // A pushed request that another answer used first (RFC 9126 2.2): the code in this one was never stored.
        ctx.remove('Location')
        ctx.body = null
        ctx.respond = false
        sendPlain(ctx.req, ctx.res, 'refused')
        return
      }
      // RFC 6749 5.2; the grant and everything issued under it has ended (RFC 9700 4.14.2).
      ctx.status = 400
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' }
    }
    if (renderedPaths.has(ctx.path) && ctx.status === 200) rendered(ctx.path, ctx.body)
  })
}

/** For the log: which application asked, and the error it was answered (RFC 6749 5.2). */
function noteAnswer({ oidc, status, body }: KoaContextWithOIDC): void {
  noteRequest({ client: oidc?.client?.clientId })
  if (status < 400 || typeof body !== 'object' || body === null || !('error' in body)) return
  noteRequest({ cause: String(body.error) })
}

/**
 * The browser went on with something that another of its windows, or an administrator, changed at this moment. Nothing
 * was written, so it asks once more and is answered as things stand now; a form is not sent twice by itself.
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
