import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import als from 'oidc-provider/lib/helpers/als.js'
import Router from 'oidc-provider/lib/helpers/router.js'

type Next = () => Promise<unknown>
type Step = (ctx: KoaContextWithOIDC, next: Next) => unknown

const methods = ['get', 'post', 'put', 'delete', 'options'] as const

/**
 * The first step of each route of oidc-provider defines an accessor with a new closure for each request, which gives each request an
 * object shape of its own: V8 cannot optimize the reads of the context.
 */
export const createOidcContext: Step = (ctx, next) => {
  const { app: provider } = ctx
  if (!(provider instanceof Provider)) throw new Error('The application of a request is no provider.')
  ctx.oidc = new provider.OIDCContext(ctx)
  return als.run(ctx, next)
}

/** Marks the router, which belongs to the process, when its methods are replaced. */
const replaced = Symbol.for('signet.context-step')

/**
 * Replaces the first step of the routes that providers register from now on. oidc-provider has no option for it.
 * @throws Error when oidc-provider no longer has the step
 */
export function replaceContextStep(): void {
  if (replaced in Router.prototype) return
  Object.defineProperty(Router.prototype, replaced, { value: true })
  for (const method of methods) {
    const register = Router.prototype[method]
    Router.prototype[method] = function registerRoute(name, path, first, ...rest) {
      if (first?.name !== 'ensureOIDC')
        throw new Error(`oidc-provider no longer begins ${name} with its context.`)
      return register.call(this, name, path, createOidcContext, ...rest)
    }
  }
}

type Prototypes = Pick<Provider, 'context' | 'request' | 'response'>
let shared: Prototypes | undefined

/** Prototypes per provider would give the code of Koa a new object shape for each project. */
export function sharePrototypes(provider: Prototypes): void {
  shared ??= { context: provider.context, request: provider.request, response: provider.response }
  Object.assign(provider, shared)
}
