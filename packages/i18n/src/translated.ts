import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Locale, locales } from './index.ts'
import type { MessageTree } from './messages.ts'
import { areasIn, readArea } from './stored.ts'

const path = fileURLToPath(new URL('../translated.json', import.meta.url))

/** Digest of the translated English sentence: of all languages, or by language. */
type Translated = string | Readonly<Record<string, string>>

/** Keys: `<area>.<key>` of pages and mails, or `console.<area>.<key>` of the console. */
type TranslatedMessages = Readonly<Record<string, Translated>>

type Sentences = ReadonlyMap<string, string>

/** Short, because it only shows that a sentence changed. */
const digestOf = (sentence: string): string => createHash('sha256').update(sentence).digest('hex').slice(0, 8)

const flatten = (tree: MessageTree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  )

function sentencesIn(locale: string): Sentences {
  const folders = ['', 'console'] as const
  return new Map(
    folders.flatMap((folder) =>
      areasIn(locale, folder).flatMap((area) =>
        flatten(readArea(locale, folder, area), `${folder && `${folder}.`}${area}.`),
      ),
    ),
  )
}

export const readTranslated = (): TranslatedMessages => JSON.parse(readFileSync(path, 'utf8'))

const translatedLanguages = (): ReadonlyMap<string, readonly Locale[]> => {
  const languages = new Map<string, Locale[]>()
  for (const locale of locales)
    if (locale !== 'en')
      for (const key of sentencesIn(locale).keys())
        languages.set(key, [...(languages.get(key) ?? []), locale])
  return languages
}

const digestIn = (translated: Translated | undefined, locale: string): string | undefined =>
  typeof translated === 'object' ? translated[locale] : translated

/** Returns `<key> <language>` for messages whose English sentence changed since their translation. */
export const staleTranslations = (
  translated: TranslatedMessages,
  english: Sentences = sentencesIn('en'),
  languages = translatedLanguages(),
): string[] =>
  [...english].flatMap(([key, sentence]) =>
    (languages.get(key) ?? [])
      .filter((locale) => digestIn(translated[key], locale) !== digestOf(sentence))
      .map((locale) => `${key} ${locale}`),
  )

/** Removes old messages and adds new ones as translated. A changed sentence remains stale. */
export function withNewMessages(
  translated: TranslatedMessages,
  english: Sentences = sentencesIn('en'),
): TranslatedMessages {
  const entries = [...english].map(([key, sentence]) => [key, translated[key] ?? digestOf(sentence)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Marks the present English sentence as translated.
 * @param language only in this language
 * @throws Error for an unknown key
 */
export function accept(
  translated: TranslatedMessages,
  key: string,
  language?: string,
  english: Sentences = sentencesIn('en'),
): TranslatedMessages {
  const sentence = english.get(key)
  if (sentence === undefined) throw new Error(`No message has the key ${key}`)
  const accepted = digestOf(sentence)
  if (language === undefined) return { ...translated, [key]: accepted }
  const others = locales.filter((locale) => locale !== 'en' && locale !== language)
  const earlier = others.flatMap((locale) => {
    const known = digestIn(translated[key], locale)
    return known === undefined ? [] : [[locale, known] as const]
  })
  const isEqual = earlier.every(([, known]) => known === accepted)
  return {
    ...translated,
    [key]: isEqual ? accepted : { ...Object.fromEntries(earlier), [language]: accepted },
  }
}

export const serialized = (translated: TranslatedMessages): string =>
  `${JSON.stringify(translated, null, 2)}\n`

export const writeTranslated = (translated: TranslatedMessages): void =>
  writeFileSync(path, serialized(translated))

/** `npm run accept -- [--language <tag>] <key>…` records that the translations are correct for the present English sentence. */
if (import.meta.main) {
  const given = process.argv.slice(2)
  const language = given[0] === '--language' ? given.splice(0, 2)[1] : undefined
  writeTranslated(given.reduce((translated, key) => accept(translated, key, language), readTranslated()))
}
