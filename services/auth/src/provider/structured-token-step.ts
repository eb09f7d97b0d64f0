import type { KoaContextWithOIDC } from 'oidc-provider'
import introspectionSteps from 'oidc-provider/lib/actions/introspection.js'
import revocationSteps from 'oidc-provider/lib/actions/revocation.js'
import rejectStructuredTokens from 'oidc-provider/lib/shared/reject_structured_tokens.js'

export const stepsByEndpoint = { introspection: introspectionSteps, revocation: revocationSteps }

/**
 * oidc-provider decodes each opaque token as a JWT and discards the error, which with its stack trace costs more than the read of the
 * token.
 */
export function rejectDottedToken(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): unknown {
  return String(ctx.oidc.params?.token).includes('.') ? rejectStructuredTokens(ctx, next) : next()
}

/**
 * Replaces the step of introspection and revocation. oidc-provider has no option for it. The lists of steps belong to the process and
 * each provider copies them: later calls change nothing.
 * @throws Error when oidc-provider no longer has the step
 */
export function replaceStructuredTokenStep(): void {
  for (const [endpoint, steps] of Object.entries(stepsByEndpoint)) {
    // The comparison by name finds the function of an earlier load of this module.
    if (steps.some(({ name }) => name === rejectDottedToken.name)) continue
    const index = steps.indexOf(rejectStructuredTokens)
    if (index < 0) throw new Error(`oidc-provider no longer rejects structured tokens at ${endpoint}.`)
    steps.splice(index, 1, rejectDottedToken)
  }
}
