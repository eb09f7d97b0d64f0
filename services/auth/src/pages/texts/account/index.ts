import type { Locale } from '@signet/i18n'
import { type AccountTexts, en } from './en.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

const texts: Record<Locale, AccountTexts> = { en, ru, 'zh-CN': zh }

export const accountTextsOf = (locale: Locale): AccountTexts => texts[locale]
