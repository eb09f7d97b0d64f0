import {
  operations,
  optionsOfSetting,
  settingKeys,
  settingsCatalogue,
  typeOfSetting,
} from '@signet/contracts'
import { loadSettings } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'

/** Every setting with what it means, what it would be and what it is. */
export const settings_get = implementRead(operations.settings_get, async ({ deps }) => {
  const settings = await loadSettings(deps.database)
  return {
    settings: settingKeys.map((key) => {
      const { default: initial, applies, description } = settingsCatalogue[key]
      const options = optionsOfSetting(key)
      return {
        key,
        type: typeOfSetting(key),
        ...(options ? { options: [...options] } : {}),
        default: initial as never,
        value: settings[key] as never,
        applies,
        description,
      }
    }),
  }
})
