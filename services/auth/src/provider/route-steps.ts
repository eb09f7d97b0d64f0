import { addAuthorizationSteps, arrivals } from './authorization-steps.ts'
import { replaceContextStep } from './request-context.ts'
import { replaceStructuredTokenStep, stepsByEndpoint } from './structured-token-step.ts'

interface RouteStep {
  /** Step of oidc-provider that is replaced, or before which a step is added. */
  readonly step: string
  readonly endpoints: 'all' | readonly string[]
  /** RFC section or defect that needs it; oidc-provider has no option for any of them. */
  readonly because: string
  /** Changes the lists of the process once. @throws Error when oidc-provider no longer has the step */
  readonly change: () => void
}

/** All changed steps of the routes of oidc-provider. `overrides.ts` lists the changed members of its classes. */
export const routeSteps: readonly RouteStep[] = [
  {
    step: 'ensureOIDC',
    endpoints: 'all',
    because: 'it gives each request an object shape of its own, which V8 cannot optimize',
    change: replaceContextStep,
  },
  {
    step: 'checkScope',
    endpoints: arrivals,
    because: 'RFC 6749 3.3: a request without a scope gets the default scope of its client',
    change: addAuthorizationSteps,
  },
  {
    step: 'rejectStructuredTokens',
    endpoints: Object.keys(stepsByEndpoint),
    because: 'it decodes each opaque token as a JWT, which costs more than the read of the token',
    change: replaceStructuredTokenStep,
  },
]

export function changeRouteSteps(): void {
  for (const { change } of routeSteps) change()
}
