/** Languages every message exists in. */
export type Language = 'en' | 'ru' | 'zh-CN'

const byPrimary: Readonly<Record<string, Language>> = { en: 'en', ru: 'ru', zh: 'zh-CN' }

/** The first of the tags (BCP 47) that names a language of ours; English when none does. */
export function mailLanguage(...tags: readonly unknown[]): Language {
  for (const tag of tags) {
    const primary = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined
    const language = primary === undefined ? undefined : byPrimary[primary]
    if (language) return language
  }
  return 'en'
}
