import { isSettingKey, type SettingKey, type Settings } from './catalogue.ts'

/** Apply regardless of the switch with the same prefix. */
const independent = new Set<SettingKey>([
  'errorStore.queueDepth',
  'errorStore.retentionDays',
  'plans.regularTeamsPerAdministrator',
  'rateLimit.trustedProxy',
])

/** `deviceFlow.enabled` for `deviceFlow.mask`. */
function switchOf(key: SettingKey): SettingKey | undefined {
  const [area] = key.split('.')
  const found = `${area}.enabled`
  return isSettingKey(found) && found !== key && !independent.has(key) ? found : undefined
}

/** Undefined while the setting has an effect. */
export function switchedOffBy(key: SettingKey, settings: Settings): SettingKey | undefined {
  const found = switchOf(key)
  return found !== undefined && settings[found] === false ? found : undefined
}
