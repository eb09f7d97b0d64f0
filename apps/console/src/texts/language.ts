import { firstLocale, type Locale, localeOf } from '@signet/i18n'

const storageKey = 'signet.language'

/** The chosen language; without a choice the first of the browser's that the console is written in, else English. */
export const chooseLanguage = (stored: string | null | undefined, preferred: readonly string[]): Locale =>
  firstLocale(stored, ...preferred)

/**
 * The locale of dates and numbers: the browser's own of this language, with its region. Another language's dates in
 * the middle of an English sentence would be neither.
 */
export const chooseLocale = (language: Locale, preferred: readonly string[]): string =>
  preferred.find((tag) => localeOf(tag) === language) ?? language

const preferred = typeof navigator === 'undefined' ? [] : navigator.languages
const stored = typeof document === 'undefined' ? null : localStorage.getItem(storageKey)

export const language: Locale = chooseLanguage(stored, preferred)
export const locale: string = chooseLocale(language, preferred)

/** Texts are read when modules load, so that another language begins with another page. */
export function setLanguage(next: Locale): void {
  localStorage.setItem(storageKey, next)
  window.location.reload()
}
