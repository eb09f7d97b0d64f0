import type { Settings } from '@signet/contracts'

/**
 * Returns the authentication context class that a sign-in reached: the class with the most methods (`amr`)
 * among those whose methods were all used. With the setting `{"urn:example:password": ["pwd"],
 * "urn:example:two-factor": ["pwd", "otp"]}`, a sign-in by `pwd` and `otp` reaches the second class. A class
 * without methods is advertised and never reached.
 */
export function acrOf(classes: Settings['acrValues'], amr: readonly string[] = []): string | undefined {
  const reached = Object.entries(classes).flatMap(([name, methods]) =>
    Array.isArray(methods) && methods.length > 0 && methods.every((method) => amr.includes(method))
      ? [{ name, methods: methods.length }]
      : [],
  )
  return reached.sort((a, b) => b.methods - a.methods)[0]?.name
}
