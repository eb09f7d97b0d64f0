import { UnstorableText } from '@signet/db'
import type Provider from 'oidc-provider'
import type { ArtifactStore } from '../storage/artifact-store.ts'
import { AlreadyRedeemed, inUnitOfWork, UnitOfWork } from '../storage/unit-of-work.ts'
import { sendPlain } from './plain.ts'

/** Documents rendered by the provider once, and answered from memory for as long as its version is current. */
const renderedPaths = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
])

type Rendered = (path: string, body: unknown) => void

/** The outermost layer of a provider: what a request wrote is durable before its answer leaves. */
export function flushBeforeAnswer(
  provider: Provider,
  artifacts: ArtifactStore,
  projectId: string,
  rendered: Rendered,
): void {
  provider.use(async (ctx, next) => {
    const unit = new UnitOfWork(artifacts, projectId)
    try {
      await inUnitOfWork(unit, async () => {
        await next()
        if (ctx.status >= 400) unit.withdrawRedemptions()
      })
    } catch (error) {
      if (error instanceof UnstorableText) {
        ctx.status = 400
        ctx.body = {
          error: 'invalid_request',
          error_description: 'a parameter has a character that cannot be read',
        }
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
