import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mailTextsOf } from '../src/areas/mail.ts'
import { argumentsOf } from '../src/arguments.ts'
import { textsModule } from '../src/console-module.ts'
import { consoleLocales, type Locale, locales } from '../src/index.ts'
import { compileMessages, formatMessage, type MessageTree } from '../src/messages.ts'
import { printedModules } from '../src/print.ts'
import { areasIn, readArea, storedLocales } from '../src/stored.ts'

const flatten = (tree: MessageTree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] satisfies [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )

const consoleMessages = (locale: Locale): [string, string][] =>
  areasIn('en', 'console').flatMap((area) => flatten(readArea(locale, 'console', area), `${area}.`))

function differences(english: ReadonlyMap<string, string>, own: ReadonlyMap<string, string>) {
  const missing = [...english.keys()].filter((key) => !own.has(key))
  const unknown = [...own.keys()].filter((key) => !english.has(key))
  const different = [...english].filter(
    ([key, text]) => own.has(key) && `${argumentsOf(own.get(key) ?? '')}` !== `${argumentsOf(text)}`,
  )
  return { missing, unknown, different }
}

const none = { missing: [], unknown: [], different: [] }
const translated = consoleLocales.filter((locale) => locale !== 'en')

test('every locale has a folder of messages, and every folder is a locale', () => {
  expect(storedLocales()).toEqual([...locales].toSorted())
})

test.for([...printedModules()])(
  'the printed module %s is the one that its messages give',
  ([path, source]) => {
    const squeezed = (text: string) => text.replace(/[\s,;]+/g, '')
    const stored = readFileSync(new URL(`../src/areas/${path}`, import.meta.url), 'utf8')
    expect(squeezed(stored)).toBe(squeezed(source))
  },
)

test.for(
  areasIn('en').flatMap((area) =>
    storedLocales()
      .filter((locale) => locale !== 'en')
      .map((locale) => [area, locale] as const),
  ),
)('the messages %s in %s are those of English, with the same arguments', ([area, locale]) => {
  const own = new Map(flatten(readArea(locale, '', area)))
  const english = new Map(flatten(readArea('en', '', area)))
  expect(differences(english, own)).toEqual(none)
})

test.for(translated)(
  'the texts of the console in %s are those of English, with the same arguments',
  (locale) => {
    expect(areasIn(locale, 'console')).toEqual(areasIn('en', 'console'))
    expect(differences(new Map(consoleMessages('en')), new Map(consoleMessages(locale)))).toEqual(none)
  },
)

test.for(translated)('the texts of the console in %s are translated and not empty', (locale) => {
  const english = new Map(consoleMessages('en'))
  const own = consoleMessages(locale)
  const isLatin = !['ru', 'zh-CN', 'ja'].includes(locale)
  // A single word may be equal in a language of Latin letters.
  const isKept = (key: string, text: string) => kept.has(key) || (isLatin && !/\S\s+\S+\s+\S/.test(text))
  expect(own.filter(([key, text]) => text === english.get(key) && !isKept(key, text))).toEqual([])
  expect(own.filter(([, text]) => text.trim() === '')).toEqual([])
})

const kept = new Set([
  'agents.clientIdAgentHint',
  'nav.resources',
  'problems.refusal',
  'nav.resource',
  'common.api',
  'claims.outputNames.userinfo',
  'claims.preview.origins.api',
  'common.id',
  'resources.formats.jwt',
  'sign-in-test.userInfo',
  'system.dsn',
  'system.planId',
  'directories.names.entra',
  'directories.names.okta',
  'directories.names.generic',
  'faults.searchPlaceholder',
  'faults.occurrenceCount',
])

test.for(consoleLocales)('each plural of the console in %s has the categories of the language', (locale) => {
  const categories = new Intl.PluralRules(locale)
    .resolvedOptions()
    .pluralCategories.filter((category) => category !== 'many' || locale === 'ru')
  const wrong = consoleMessages(locale).filter(
    ([, text]) => text.includes(', plural,') && !categories.every((each) => text.includes(`${each} {`)),
  )
  expect(wrong).toEqual([])
})

test('a text of the console that a language lacks is the English one', () => {
  const lacking = 'pt-BR'
  expect(textsModule(lacking)).toContain('"nav":{"instance":`Instance`')
})

test('a message that a locale lacks is the English one', () => {
  const english = { a: 'A', group: { b: 'B {name}' } }
  expect(compileMessages('ru', { a: 'А' }, english)).toEqual({ a: 'А', group: { b: expect.any(Function) } })
  const { group } = compileMessages('ru', { a: 'А' }, english) as { group: { b: () => string } }
  expect(formatMessage(group.b, { name: 'x' })).toBe('B x')
})

test('a message chooses its form by an argument, and keeps markup in values as text', () => {
  const { text } = mailTextsOf('en').teamInvitation
  expect(text({ by: 'a', team: '<b>', role: 'owner' })).toBe('a invites you to the team <b> as an owner.')
  expect(text({ by: 'a', team: '{b}', role: 'member' })).toBe('a invites you to the team {b} as a member.')
})
