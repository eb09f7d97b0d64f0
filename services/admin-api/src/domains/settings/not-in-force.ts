import type { SettingKey } from '@signet/contracts'

/** Settings that are kept and that nothing of this release follows; whoever stores one is told so. */
export const notInForce: ReadonlySet<SettingKey> = new Set<SettingKey>([
  // Faults are recorded without the address they were met from.
  'errorStore.originCaptureLevel',
  // Whoever runs the machines says how many proxies are believed: SIGNET_PROXY_HOPS.
  'rateLimit.trustedProxy',
  // SCIM resources are still to come.
  'scim.strict',
])
