/** The languages that pages, messages and the console exist in. */
export const locales = ['en', 'ru', 'zh-CN'] as const
export type Locale = (typeof locales)[number]

/** Each in its own words. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  'zh-CN': '简体中文',
}

const primary = (tag: string): string | undefined => tag.toLowerCase().split(/[-_]/)[0]
const byPrimary = new Map(locales.map((locale) => [primary(locale), locale]))

/** The locale of a language tag (BCP 47), by its primary subtag; undefined for a language that is none of ours. */
export const localeOf = (tag: unknown): Locale | undefined =>
  typeof tag === 'string' ? byPrimary.get(primary(tag)) : undefined

/** The first of the tags that names a language of ours; English when none does. */
export function firstLocale(...tags: readonly unknown[]): Locale {
  for (const tag of tags) {
    const locale = localeOf(tag)
    if (locale) return locale
  }
  return 'en'
}

/** `ui_locales` wins over Accept-Language (OpenID Connect Core 3.1.2.1); English when neither names one of ours. */
export const chooseLocale = (uiLocales: unknown, acceptLanguage: string | undefined): Locale =>
  firstLocale(
    ...(typeof uiLocales === 'string' ? uiLocales.split(' ') : []),
    ...byPreference(acceptLanguage ?? ''),
  )

/** RFC 9110 12.5.4, highest quality first. */
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
