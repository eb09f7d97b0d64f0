import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from './index.ts'

export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

export type Value = string | number

type Formatted = (values: Readonly<Record<string, Value>>) => string

type Message = string | Formatted

const needsFormatting = (text: string): boolean => /[{}']/.test(text)

function compile(text: string, locale: Locale): Message {
  if (!needsFormatting(text)) return text
  let format: IntlMessageFormat | undefined
  const formatted: Formatted = (values) => {
    format ??= new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
    return String(format.format(values))
  }
  return /\{/.test(text) ? formatted : formatted({})
}

/** A message that the locale lacks is the English one. */
export function compileMessages(locale: Locale, messages: MessageTree, english: MessageTree): object {
  const entries = Object.entries(english).map(([key, fallback]) => {
    const own = messages[key]
    if (typeof fallback === 'object')
      return [key, compileMessages(locale, typeof own === 'object' ? own : {}, fallback)]
    return [key, typeof own === 'string' ? compile(own, locale) : compile(fallback, 'en')]
  })
  return Object.fromEntries(entries)
}

/**
 * Messages are compiled at their first use.
 * @typeParam Texts shape of the English messages, printed by `print.ts`
 */
export function messagesIn<Texts extends object>(
  catalogue: Readonly<Record<Locale, MessageTree>>,
): (locale: Locale) => Texts {
  const compiled = new Map<Locale, Texts>()
  return (locale) => {
    const known = compiled.get(locale)
    if (known) return known
    // The shape is printed from the English messages, and a test compares both.
    const texts = compileMessages(locale, catalogue[locale], catalogue.en) as Texts
    compiled.set(locale, texts)
    return texts
  }
}

/** The message has arguments in some cases only. */
export const formatMessage = <Values>(
  message: string | ((values: Values) => string),
  values: Values,
): string => (typeof message === 'string' ? message : message(values))
