import type { Settings } from '@signet/contracts'

/**
 * Returns the authentication context class that a sign-in reached: of the classes of the setting whose methods (`amr`) were all
 * used, the class with the most methods, such as the second of `{"urn:example:password": ["pwd"], "urn:example:two-factor": ["pwd", "otp"]}`.
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
