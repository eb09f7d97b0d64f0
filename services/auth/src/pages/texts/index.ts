import type { Locale } from '@signet/i18n'
import { en, type Texts } from './en.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

const texts: Record<Locale, Texts> = { en, ru, 'zh-CN': zh }

export const textsOf = (locale: Locale): Texts => texts[locale]
