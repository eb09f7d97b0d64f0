export const locales = ['en', 'ru', 'zh-CN'] as const
export type Locale = (typeof locales)[number]

/** The languages end-user pages exist in, by their primary subtag. */
const byLanguage: ReadonlyMap<string, Locale> = new Map([
  ['en', 'en'],
  ['ru', 'ru'],
  ['zh', 'zh-CN'],
])

/** `ui_locales` wins over Accept-Language (OpenID Connect Core 3.1.2.1); English when neither names one of ours. */
export function chooseLocale(uiLocales: unknown, acceptLanguage: string | undefined): Locale {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  for (const tag of [...asked, ...byPreference(acceptLanguage ?? '')]) {
    const locale = byLanguage.get(tag.toLowerCase().split('-')[0] ?? '')
    if (locale) return locale
  }
  return 'en'
}

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
