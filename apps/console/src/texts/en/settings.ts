import type { SettingKey } from '@signet/contracts'

/** Settings in a sentence: in English the contract's, so that they are written once. */
export const settings: Readonly<Record<SettingKey, string>> | null = null
