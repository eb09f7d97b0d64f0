type Step = (ctx: import('oidc-provider').KoaContextWithOIDC, next: () => Promise<unknown>) => unknown

declare module 'oidc-provider/lib/actions/authorization/index.js' {
  /** Returns the steps of an authorization endpoint: one list for the process, which every provider copies. */
  export default function authorizationAction(endpoint: string): Step[]
}

declare module 'oidc-provider/lib/actions/authorization/scopes.js' {
  export const checkScope: Step
}
