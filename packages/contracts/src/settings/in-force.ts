import { isSettingKey, type SettingKey, type Settings } from './catalogue.ts'

/** Settings that apply regardless of the switch with the same prefix. */
const independent = new Set<SettingKey>([
  'errorStore.queueDepth',
  'errorStore.retentionDays',
  'plans.regularTeamsPerAdministrator',
  'rateLimit.trustedProxy',
])

/** Returns the switch that a setting depends on: for `deviceFlow.mask`, `deviceFlow.enabled`. */
function switchOf(key: SettingKey): SettingKey | undefined {
  const [area] = key.split('.')
  const found = `${area}.enabled`
  return isSettingKey(found) && found !== key && !independent.has(key) ? found : undefined
}

/** Returns the disabled switch for which a setting has no effect; undefined while it has an effect. */
export function switchedOffBy(key: SettingKey, settings: Settings): SettingKey | undefined {
  const found = switchOf(key)
  return found !== undefined && settings[found] === false ? found : undefined
}
