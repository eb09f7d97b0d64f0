/** The languages of pages, messages and the console. */
export const locales = ['en', 'ru', 'zh-CN'] as const
export type Locale = (typeof locales)[number]

/** Name of each language in that language. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  'zh-CN': '简体中文',
}

const primary = (tag: string): string | undefined => tag.toLowerCase().split(/[-_]/)[0]
const byPrimary = new Map(locales.map((locale) => [primary(locale), locale]))

/** Returns the locale of a language tag (BCP 47) by its primary subtag; undefined for an unsupported language. */
export const localeOf = (tag: unknown): Locale | undefined =>
  typeof tag === 'string' ? byPrimary.get(primary(tag)) : undefined

/** Returns the locale of the first tag with a supported language; otherwise English. */
export function firstLocale(...tags: readonly unknown[]): Locale {
  for (const tag of tags) {
    const locale = localeOf(tag)
    if (locale) return locale
  }
  return 'en'
}

/**
 * Chooses the locale: `ui_locales` takes precedence over Accept-Language (OpenID Connect Core 3.1.2.1); otherwise
 * English.
 */
export const chooseLocale = (uiLocales: unknown, acceptLanguage: string | undefined): Locale =>
  firstLocale(
    ...(typeof uiLocales === 'string' ? uiLocales.split(' ') : []),
    ...byPreference(acceptLanguage ?? ''),
  )

/** Sorts the tags by quality, highest first (RFC 9110 12.5.4). */
function byPreference(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
