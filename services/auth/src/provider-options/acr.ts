import type { Settings } from '@signet/contracts'
import type Provider from 'oidc-provider'

/**
 * The authentication context class a sign-in reached: of the classes of the setting whose methods (`amr`) were all used,
 * the one with most of them, such as the second of `{"urn:example:password": ["pwd"], "urn:example:two-factor": ["pwd", "otp"]}`.
 * A class without methods is advertised and never reached.
 */
export function acrOf(classes: Settings['acrValues'], amr: readonly string[] = []): string | undefined {
  const reached = Object.entries(classes).flatMap(([name, methods]) =>
    Array.isArray(methods) && methods.length > 0 && methods.every((method) => amr.includes(method))
      ? [{ name, methods: methods.length }]
      : [],
  )
  return reached.sort((a, b) => b.methods - a.methods)[0]?.name
}

/** Derived from the session each time, so that a changed setting holds for people who are signed in already. */
export function deriveAcr(provider: Provider, { acrValues }: Settings): void {
  if (Object.keys(acrValues).length === 0) return
  Object.defineProperty(provider.OIDCContext.prototype, 'acr', {
    configurable: true,
    get(this: { readonly session?: { readonly amr?: string[]; readonly acr?: string } }) {
      return this.session?.acr ?? acrOf(acrValues, this.session?.amr)
    },
  })
}
