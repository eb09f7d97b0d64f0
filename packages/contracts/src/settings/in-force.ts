import { isSettingKey, type SettingKey, type Settings } from './catalogue.ts'

/** Followed whatever the switch of the same name says. */
const independent = new Set<SettingKey>([
  'errorStore.queueDepth',
  'errorStore.retentionDays',
  'plans.regularTeamsPerAdministrator',
  'rateLimit.trustedProxy',
])

/** The switch without which a setting says nothing: of `deviceFlow.mask`, `deviceFlow.enabled`. */
function switchOf(key: SettingKey): SettingKey | undefined {
  const [area] = key.split('.')
  const found = `${area}.enabled`
  return isSettingKey(found) && found !== key && !independent.has(key) ? found : undefined
}

/** The switch that is off, so that nothing follows the setting now; undefined while it is followed. */
export function switchedOffBy(key: SettingKey, settings: Settings): SettingKey | undefined {
  const found = switchOf(key)
  return found !== undefined && settings[found] === false ? found : undefined
}
