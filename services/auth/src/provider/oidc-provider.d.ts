type Step = (ctx: import('oidc-provider').KoaContextWithOIDC, next: () => Promise<unknown>) => unknown

declare module 'oidc-provider/lib/actions/authorization/index.js' {
  /** Returns the steps of an authorization endpoint: one list for the process, which every provider copies. */
  export default function authorizationAction(endpoint: string): Step[]
}

declare module 'oidc-provider/lib/actions/authorization/scopes.js' {
  export const checkScope: Step
}

declare module 'oidc-provider/lib/helpers/als.js' {
  import type { AsyncLocalStorage } from 'node:async_hooks'

  /** The storage that `Provider.ctx` reads. */
  const storage: AsyncLocalStorage<import('oidc-provider').KoaContextWithOIDC>
  export default storage
}

declare module 'oidc-provider/lib/helpers/router.js' {
  type Register = (this: Router, name: string, path: string, ...steps: Step[]) => Router

  /** The router of one provider. */
  export default class Router {
    get: Register
    post: Register
    put: Register
    delete: Register
    options: Register
  }
}
