import type { SettingKey } from '@signet/contracts'
import { queryOptions } from '@tanstack/react-query'
import { language } from '../texts/language.ts'

async function loadNames(): Promise<Readonly<Record<SettingKey, string>>> {
  const [{ settingNames }, { default: loaders }] = await Promise.all([
    import('../texts/english-setting-names.ts'),
    import('virtual:setting-names'),
  ])
  const own = await loaders[language]?.()
  return { ...settingNames, ...own?.default }
}

export const settingNamesQuery = queryOptions({
  queryKey: ['setting-names'],
  queryFn: loadNames,
  staleTime: Number.POSITIVE_INFINITY,
})
