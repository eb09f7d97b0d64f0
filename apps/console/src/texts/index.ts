import loaders, { type Texts } from 'virtual:texts'
import type { ConsoleLocale } from '@signet/i18n'
import { formatNumber, plural } from './format.ts'

/** Every text of the console, in the language given to `loadTexts` before the first page. */
export let t: Texts

export async function loadTexts(language: ConsoleLocale): Promise<void> {
  const { default: textsWith } = await loaders[language]()
  t = textsWith(plural, formatNumber)
}
