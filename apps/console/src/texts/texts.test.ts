import settingNameLoaders from 'virtual:setting-names'
import {
  actionsWithoutOperation,
  openIdConnectSteps,
  operationList,
  providerGuides,
  samlSteps,
  settingKeys,
  settingNames,
} from '@signet/contracts'
import { type ConsoleLocale, consoleLocales } from '@signet/i18n'
import { describe, expect, test } from 'vitest'
import { plural } from './format.ts'
import { loadTexts, t } from './index.ts'
import { chooseLanguage, chooseLocale } from './language.ts'

describe('the language', () => {
  test.each<[string | null, string[], ConsoleLocale, string]>([
    [null, ['ru-RU', 'en'], 'ru', 'ru-RU'],
    [null, ['zh-Hant-TW'], 'zh-CN', 'zh-Hant-TW'],
    [null, ['de-AT', 'en-GB'], 'de', 'de-AT'],
    [null, ['es-MX', 'en-GB'], 'en', 'en-GB'],
    [null, ['ar'], 'en', 'en'],
    ['zh', ['ru', 'zh-CN'], 'zh-CN', 'zh-CN'],
    ['klingon', ['ru'], 'ru', 'ru'],
  ])(
    'the choice of %s in a browser of %j is shown in %s with dates in %s',
    (stored, preferred, language, locale) => {
      expect(chooseLanguage(stored, preferred)).toBe(language)
      expect(chooseLocale(language, preferred)).toBe(locale)
    },
  )
})

describe('texts', () => {
  test.each<ConsoleLocale>(consoleLocales)(
    'the steps of guides in %s contain the addresses of the English ones',
    async (language) => {
      await loadTexts(language)
      const { providers = {} } = t.guides
      await loadTexts('en')
      expect(Object.values(providers).map(addressesIn)).toEqual(
        Object.keys(providers).map((kind) => addressesIn(englishSteps[kind] ?? {})),
      )
    },
  )

  test.each<ConsoleLocale>(consoleLocales)(
    'operations, consequences and audited actions without a text in %s are listed in the report',
    async (language) => {
      await loadTexts(language)
      const consequences = operationList.flatMap((each) => ('consequence' in each ? [each.tool] : []))
      const actions = operationList.flatMap((each) =>
        'audit' in each && each.audit ? [each.audit.action] : [],
      )
      const tools = operationList.map(({ tool }) => tool)
      // English texts of operations are those of the contract.
      const ofContract =
        language === 'en' ? [] : [...lacking(t.operations, tools), ...lacking(t.consequences, consequences)]
      const missing = [...ofContract, ...lacking(t.auditActions, [...actions, ...actionsWithoutOperation])]
      await loadTexts('en')
      // A new operation is shown in English until it is translated.
      if (missing.length > 0) console.warn(`${language} lacks ${missing.join(', ')}`)
      expect(missing.length).toBeLessThan(20)
    },
  )

  test.each<ConsoleLocale>(consoleLocales.filter((locale) => locale !== 'en'))(
    'the names of settings without a translation in %s are listed in the report, and each translation names a setting',
    async (language) => {
      const own = (await settingNameLoaders[language]?.())?.default ?? {}
      const missing = lacking(own, settingKeys)
      if (missing.length > 0) console.warn(`${language} lacks names of ${missing.join(', ')}`)
      expect(missing.length).toBeLessThan(10)
      expect(lacking(settingNames, Object.keys(own))).toEqual([])
    },
  )

  test('a number has the form of its plural category', () => {
    expect(plural(1, { one: 'key', other: 'keys' })).toBe('key')
    expect(plural(1200, { one: 'key', other: 'keys' })).toBe('keys')
  })
})

const lacking = (texts: object, names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => !(name in texts))

const englishSteps: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(providerGuides).map(([kind, { steps }]) => [kind, steps])),
  oidc: openIdConnectSteps,
  saml: samlSteps,
}

const addressesIn = (steps: object): (readonly string[] | null)[] =>
  Object.values(steps).map((step) => String(step).match(/\{(?:callback|logout|metadata)\}/g))
