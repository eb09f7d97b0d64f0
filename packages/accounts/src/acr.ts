import type { Settings } from '@signet/contracts'

/**
 * Classes of passkeys without own methods, the stronger one first: `phrh`, phishing-resistant and bound to hardware, and `phr` (OpenID
 * Connect EAP ACR Values 1.0). One of the methods suffices.
 */
const passkeyClasses: ReadonlyMap<string, readonly string[]> = new Map([
  ['phrh', ['hwk']],
  ['phr', ['hwk', 'swk']],
])

const isNonEmptyList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0

/** A class without methods is reachable only when it is a class of passkeys. */
export const isReachableClass = (classes: Settings['acrValues'], name: string): boolean =>
  Object.hasOwn(classes, name) && (isNonEmptyList(classes[name]) || passkeyClasses.has(name))

/**
 * Returns a class of passkeys, or else the class with the most methods (`amr`) among those whose methods were all used. Any other class
 * without methods is advertised and never reached.
 */
export function acrOf(classes: Settings['acrValues'], amr: readonly string[] = []): string | undefined {
  for (const [name, methods] of passkeyClasses)
    if (
      Object.hasOwn(classes, name) &&
      !isNonEmptyList(classes[name]) &&
      methods.some((one) => amr.includes(one))
    )
      return name
  const reached = Object.entries(classes).flatMap(([name, methods]) =>
    isNonEmptyList(methods) && methods.every((method) => amr.includes(method))
      ? [{ name, methods: methods.length }]
      : [],
  )
  return reached.sort((a, b) => b.methods - a.methods)[0]?.name
}
