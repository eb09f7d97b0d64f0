import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mailTextsOf } from '../src/areas/mail.ts'
import { argumentsOf } from '../src/arguments.ts'
import { locales } from '../src/index.ts'
import { compileMessages, formatMessage, type MessageTree } from '../src/messages.ts'
import { areas, moduleOf, readMessages, storedLocales } from '../src/print.ts'

/** Messages of a tree by their dotted keys. */
const flatten = (tree: MessageTree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] satisfies [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )

test('every locale has a folder of messages, and every folder is a locale', () => {
  expect(storedLocales()).toEqual([...locales].toSorted())
})

test.for(areas())('the printed module of %s is the one that its messages give', (area) => {
  const squeezed = (text: string) => text.replace(/[\s,;]+/g, '')
  const stored = readFileSync(new URL(`../src/areas/${area}.ts`, import.meta.url), 'utf8')
  expect(squeezed(stored)).toBe(squeezed(moduleOf(area)))
})

test.for(
  areas().flatMap((area) =>
    storedLocales()
      .filter((locale) => locale !== 'en')
      .map((locale) => [area, locale] as const),
  ),
)('the messages %s in %s are those of English, with the same arguments', ([area, locale]) => {
  const own = new Map(flatten(readMessages(locale, area)))
  const english = new Map(flatten(readMessages('en', area)))
  const missing = [...english.keys()].filter((key) => !own.has(key))
  const unknown = [...own.keys()].filter((key) => !english.has(key))
  const different = [...english].filter(
    ([key, text]) => own.has(key) && `${argumentsOf(own.get(key) ?? '')}` !== `${argumentsOf(text)}`,
  )
  expect({ missing, unknown, different }).toEqual({ missing: [], unknown: [], different: [] })
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
