import type { ConsoleLocale } from '@signet/i18n'
import type { Texts } from './types.ts'

const loaders: Readonly<Record<ConsoleLocale, () => Promise<Texts>>> = {
  en: () => import('./en/index.ts'),
  ru: () => import('./ru/index.ts'),
  'zh-CN': () => import('./zh-CN/index.ts'),
}

/** Every text of the console, in the language given to `loadTexts` before the first page. */
export let t: Texts

export async function loadTexts(language: ConsoleLocale): Promise<void> {
  t = await loaders[language]()
}
