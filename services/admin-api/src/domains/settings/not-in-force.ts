import type { SettingKey } from '@signet/contracts'

/** Stored settings that this release does not use. The response of an update names them. */
export const notInForce: ReadonlySet<SettingKey> = new Set<SettingKey>()
