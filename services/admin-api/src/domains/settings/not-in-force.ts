import type { SettingKey } from '@signet/contracts'

/** Settings that are kept and that nothing of this release follows; whoever stores one is told so. */
export const notInForce: ReadonlySet<SettingKey> = new Set<SettingKey>()
