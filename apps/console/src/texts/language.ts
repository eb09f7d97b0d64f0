import { type ConsoleLocale, firstConsoleLocale, localeOf } from '@signet/i18n'

const storageKey = 'signet.language'

/** Returns the chosen language, otherwise the browser's first supported one, otherwise English. */
export const chooseLanguage = (
  stored: string | null | undefined,
  preferred: readonly string[],
): ConsoleLocale => firstConsoleLocale(stored, ...preferred)

/** Returns the browser's locale of this language, with its region, so that texts and dates have the same language. */
export const chooseLocale = (language: ConsoleLocale, preferred: readonly string[]): string =>
  preferred.find((tag) => localeOf(tag) === language) ?? language

const preferred = typeof navigator === 'undefined' ? [] : navigator.languages
const stored = typeof document === 'undefined' ? null : localStorage.getItem(storageKey)

export const language: ConsoleLocale = chooseLanguage(stored, preferred)
export const locale: string = chooseLocale(language, preferred)

/** Reloads the page, because modules read texts while loading. */
export function setLanguage(next: ConsoleLocale): void {
  localStorage.setItem(storageKey, next)
  window.location.reload()
}
