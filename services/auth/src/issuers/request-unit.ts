import { type Executor, UnstorableText } from '@signet/db'
import type Provider from 'oidc-provider'
import { AlreadyRedeemed, inUnitOfWork, UnitOfWork } from '../storage/unit-of-work.ts'

/** Documents rendered by the provider once, and answered from memory for as long as its version is current. */
const renderedPaths = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
])

type Rendered = (path: string, body: unknown) => void

/** The outermost layer of a provider: what a request wrote is durable before its answer leaves. */
export function flushBeforeAnswer(
  provider: Provider,
  executor: Executor,
  projectId: string,
  rendered: Rendered,
): void {
  provider.use(async (ctx, next) => {
    try {
      await inUnitOfWork(new UnitOfWork(executor, projectId), next)
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
      // RFC 6749 5.2; the grant and everything issued under it has ended (RFC 9700 4.14.2).
      ctx.status = 400
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' }
    }
    if (renderedPaths.has(ctx.path) && ctx.status === 200) rendered(ctx.path, ctx.body)
  })
}
