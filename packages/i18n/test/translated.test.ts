import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accept, readTranslated, serialized, staleTranslations, withNewMessages } from '../src/translated.ts'

const before = new Map([['pages.signIn.title', 'Sign in']])
const after = new Map([['pages.signIn.title', 'Log in']])
const languages = new Map([['pages.signIn.title', ['de', 'fr'] as const]])
const recorded = withNewMessages({}, before)

test('each translation translates the present English sentence; `npm run accept` records a checked one', () => {
  expect(staleTranslations(readTranslated())).toEqual([])
})

test('the record has exactly the present messages, as `npm run print` writes it', () => {
  const stored = readFileSync(new URL('../translated.json', import.meta.url), 'utf8')
  expect(stored).toBe(serialized(withNewMessages(readTranslated())))
})

test('a changed English sentence makes its translation stale in each language, also after printing', () => {
  expect(staleTranslations(recorded, before, languages)).toEqual([])
  const stale = ['pages.signIn.title de', 'pages.signIn.title fr']
  expect(staleTranslations(recorded, after, languages)).toEqual(stale)
  expect(staleTranslations(withNewMessages(recorded, after), after, languages)).toEqual(stale)
})

test('an accepted key is not stale, and one that is accepted in a language remains stale in the others', () => {
  const inGerman = accept(recorded, 'pages.signIn.title', 'de', after)
  expect(staleTranslations(inGerman, after, languages)).toEqual(['pages.signIn.title fr'])
  expect(
    staleTranslations(accept(inGerman, 'pages.signIn.title', undefined, after), after, languages),
  ).toEqual([])
  expect(() => accept(recorded, 'pages.signIn.unknown', undefined, after)).toThrow('pages.signIn.unknown')
})
