/** The languages the console is written in, each in its own words. */
export const languages = { en: 'English', ru: 'Русский', zh: '简体中文' } as const
export type Language = keyof typeof languages

const storageKey = 'signet.language'

const isLanguage = (value: string | null | undefined): value is Language =>
  value != null && Object.hasOwn(languages, value)

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** The chosen language; without a choice the first of the browser's that the console is written in, else English. */
export function chooseLanguage(stored: string | null | undefined, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  return preferred.map(languageOf).find(isLanguage) ?? 'en'
}

/**
 * The locale of dates and numbers: the browser's own of this language, with its region. Another language's dates in
 * the middle of an English sentence would be neither.
 */
export const chooseLocale = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => languageOf(tag) === language) ?? language

const preferred = typeof navigator === 'undefined' ? [] : navigator.languages
const stored = typeof document === 'undefined' ? null : localStorage.getItem(storageKey)

export const language: Language = chooseLanguage(stored, preferred)
export const locale: string = chooseLocale(language, preferred)

/** Texts are read when modules load, so that another language begins with another page. */
export function setLanguage(next: Language): void {
  localStorage.setItem(storageKey, next)
  window.location.reload()
}
