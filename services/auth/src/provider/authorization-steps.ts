import type { KoaContextWithOIDC } from 'oidc-provider'
import stepsOf from 'oidc-provider/lib/actions/authorization/index.js'
import { checkScope } from 'oidc-provider/lib/actions/authorization/scopes.js'
import { completeScope } from '../configuration/requested-scope.ts'
import { IssuerProvider } from './issuer-provider.ts'

/** Authorization requests arrive here. Later endpoints read the stored request. */
export const arrivals = [
  'authorization',
  'backchannel_authentication',
  'device_authorization',
  'pushed_authorization_request',
] as const

/**
 * Adds a step before the check of the scope, where the parameters of pushed requests and request objects are known. oidc-provider has
 * no option for it. The lists of steps belong to the process and each provider copies them: later calls change nothing.
 * @throws Error when oidc-provider no longer has the step
 */
export function addAuthorizationSteps(): void {
  for (const arrival of arrivals) {
    const steps = stepsOf(arrival)
    if (steps.includes(completeScopeStep)) continue
    const index = steps.indexOf(checkScope)
    if (index < 0) throw new Error(`oidc-provider no longer checks scopes at ${arrival}.`)
    steps.splice(index, 0, completeScopeStep)
  }
}

export function completeScopeStep(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<unknown> {
  const { provider } = ctx.oidc
  if (provider instanceof IssuerProvider) completeScope(provider.optionsContext, ctx)
  return next()
}
