/** All but English, Russian and Chinese are machine translated; corrections are welcome. */
export const locales = ['en', 'ru', 'zh-CN', 'de', 'fr', 'es', 'pt-BR', 'ja', 'ar'] as const
export type Locale = (typeof locales)[number]

/** German, French and Japanese are machine translated; corrections are welcome. */
export const consoleLocales = ['en', 'ru', 'zh-CN', 'de', 'fr', 'ja'] as const satisfies readonly Locale[]
export type ConsoleLocale = (typeof consoleLocales)[number]

export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  'zh-CN': '简体中文',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  ar: 'العربية',
}

const rightToLeft: readonly Locale[] = ['ar']

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (rightToLeft.includes(locale) ? 'rtl' : 'ltr')

const primary = (tag: string): string | undefined => tag.toLowerCase().split(/[-_]/)[0]
const byPrimary = new Map(locales.map((locale) => [primary(locale), locale]))

/** Reads the primary subtag (BCP 47); undefined for an unsupported language. */
export const localeOf = (tag: unknown): Locale | undefined =>
  typeof tag === 'string' ? byPrimary.get(primary(tag)) : undefined

/** Default: English. */
export function firstLocale(...tags: readonly unknown[]): Locale {
  for (const tag of tags) {
    const locale = localeOf(tag)
    if (locale) return locale
  }
  return 'en'
}

const isConsoleLocale = (locale: Locale | undefined): locale is ConsoleLocale =>
  consoleLocales.some((one) => one === locale)

/** Default: English. */
export const firstConsoleLocale = (...tags: readonly unknown[]): ConsoleLocale =>
  tags.map(localeOf).find(isConsoleLocale) ?? 'en'

/** `ui_locales` takes precedence over Accept-Language (OpenID Connect Core 3.1.2.1); otherwise English. */
export const chooseLocale = (uiLocales: unknown, acceptLanguage: string | undefined): Locale =>
  firstLocale(
    ...(typeof uiLocales === 'string' ? uiLocales.split(' ') : []),
    ...byPreference(acceptLanguage ?? ''),
  )

/** Highest quality first (RFC 9110 12.5.4). */
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
