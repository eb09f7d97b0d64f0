import { actionsWithoutOperation, operationList } from '@signet/contracts'
import { type ConsoleLocale, consoleLocales } from '@signet/i18n'
import { describe, expect, test } from 'vitest'
import { plural } from './format.ts'
import { loadTexts, t } from './index.ts'
import { chooseLanguage, chooseLocale } from './language.ts'

describe('the language', () => {
  test.each<[string | null, string[], ConsoleLocale, string]>([
    [null, ['ru-RU', 'en'], 'ru', 'ru-RU'],
    [null, ['zh-Hant-TW'], 'zh-CN', 'zh-Hant-TW'],
    [null, ['de-AT', 'en-GB'], 'en', 'en-GB'],
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
  test.each<ConsoleLocale>(['ru', 'zh-CN'])(
    'the texts of %s differ from the English ones and are not empty',
    async (language) => {
      await loadTexts('en')
      const english = new Map(flat(t))
      await loadTexts(language)
      const same = flat(t).filter(([path, text]) => text === english.get(path) && !kept.has(path))
      expect(same).toEqual([])
      expect(flat(t).filter(([, text]) => text.trim() === '')).toEqual([])
      await loadTexts('en')
    },
  )

  test.each<ConsoleLocale>(['ru', 'zh-CN'])(
    'the steps of guides in %s contain the addresses of the English ones',
    async (language) => {
      const places = () =>
        flat(t.guides).map(([path, text]) => [path, text.match(/\{(?:callback|logout)\}/g)])
      await loadTexts('en')
      const english = places()
      await loadTexts(language)
      expect(places()).toEqual(english)
      await loadTexts('en')
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
      const missing = [
        ...lacking(
          t.operations,
          operationList.map(({ tool }) => tool),
        ),
        ...lacking(t.consequences, consequences),
        ...lacking(t.auditActions, [...actions, ...actionsWithoutOperation]),
      ]
      await loadTexts('en')
      // A new operation is shown in English until it is translated.
      if (missing.length > 0) console.warn(`${language} lacks ${missing.join(', ')}`)
      expect(missing.length).toBeLessThan(20)
    },
  )

  test('a number has the form of its plural category', () => {
    expect(plural({ one: '{count} key', other: '{count} keys' }, 1)).toBe('1 key')
    expect(plural({ one: '{count} key', other: '{count} keys' }, 1200)).toBe('1,200 keys')
  })
})

/** Names without a text; none in English, whose texts are those of the contract. */
const lacking = (texts: object | null, names: readonly string[]): string[] =>
  texts === null ? [] : [...new Set(names)].filter((name) => !(name in texts))

/** Names that are equal in every language. */
const kept = new Set([
  'nav.resources',
  'nav.resource',
  'common.api',
  'common.id',
  'system.dsn',
  'directories.names.entra',
  'directories.names.okta',
  'directories.names.generic',
  'faults.searchPlaceholder',
])

function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null || path === 'operations' || path === 'settings') return []
  return Object.entries(value).flatMap(([key, each]) => flat(each, path ? `${path}.${key}` : key))
}
