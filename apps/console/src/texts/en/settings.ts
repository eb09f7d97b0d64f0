import type { SettingKey } from '@signet/contracts'

/** Descriptions of settings; null in English, where the contract's texts are used. */
export const settings: Readonly<Record<SettingKey, string>> | null = null
