type Step = (ctx: import('oidc-provider').KoaContextWithOIDC, next: () => Promise<unknown>) => unknown

declare module 'oidc-provider/lib/actions/authorization/index.js' {
  /** One list for the process, which every provider copies. */
  export default function authorizationAction(endpoint: string): Step[]
}

declare module 'oidc-provider/lib/actions/authorization/scopes.js' {
  export const checkScope: Step
}

declare module 'oidc-provider/lib/actions/introspection.js' {
  const steps: Step[]
  export default steps
}

declare module 'oidc-provider/lib/actions/revocation.js' {
  const steps: Step[]
  export default steps
}

declare module 'oidc-provider/lib/shared/reject_structured_tokens.js' {
  const rejectStructuredTokens: Step
  export default rejectStructuredTokens
}

declare module 'oidc-provider/lib/helpers/als.js' {
  import type { AsyncLocalStorage } from 'node:async_hooks'

  /** The storage that `Provider.ctx` reads. */
  const storage: AsyncLocalStorage<import('oidc-provider').KoaContextWithOIDC>
  export default storage
}

declare module 'oidc-provider/lib/helpers/router.js' {
  type Register = (this: Router, name: string, path: string, ...steps: Step[]) => Router

  export default class Router {
    get: Register
    post: Register
    put: Register
    delete: Register
    options: Register
  }
}

declare module 'oidc-provider/lib/helpers/grants.js' {
  import type { Account, KoaContextWithOIDC, ResourceServerInstance } from 'oidc-provider'

  type Provider = import('oidc-provider').default
  type Context = KoaContextWithOIDC

  export interface DpopProof {
    readonly thumbprint: string
    readonly jti: string
  }

  /** @returns undefined without a proof */
  export function validateDpop(provider: Provider, ctx: Context): Promise<DpopProof | undefined>
  export function checkDpopReplay(
    provider: Provider,
    ctx: Context,
    proof: DpopProof | undefined,
    clientId: string,
  ): Promise<void>
  export function checkDpopRequired(provider: Provider, ctx: Context, proof: DpopProof | undefined): void
  /** Undefined unless the tokens of the client are bound to a certificate. */
  export function checkMtlsCert(
    provider: Provider,
    ctx: Context,
  ): string | import('node:crypto').X509Certificate | undefined
  export function findAccount(
    provider: Provider,
    ctx: Context,
    accountId: string,
    source: object,
  ): Promise<Account | undefined>
  /** Resolves the parameter `resource` with `getResourceServerInfo`. */
  export function resolveRequestedResources(
    provider: Provider,
    ctx: Context,
  ): Promise<readonly ResourceServerInstance[]>
  export function buildTokenResponse(
    provider: Provider,
    answer: {
      readonly accessToken: string
      readonly expiresIn: number
      readonly issuedTokenType?: string | undefined
      readonly scope: string | undefined
      readonly tokenType: string
    },
  ): object
}
