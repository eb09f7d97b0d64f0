import type { Language } from './language.ts'
import type { Texts } from './types.ts'

const loaders: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./en/index.ts'),
  ru: () => import('./ru/index.ts'),
  zh: () => import('./zh/index.ts'),
}

/** Every text of the console, in the language that `loadTexts` was called with before anything was drawn. */
export let t: Texts

export async function loadTexts(language: Language): Promise<void> {
  t = await loaders[language]()
}
