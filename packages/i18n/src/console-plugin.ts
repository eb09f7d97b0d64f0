import { loadersModule, noteLoadersModule, notesModule, textsModule } from './console-module.ts'
import { consoleLocales } from './index.ts'

const loaders = 'virtual:texts'
const notes = 'virtual:stack-notes'
const modules = new Map<string, () => string>([
  [loaders, loadersModule],
  ...consoleLocales.map((locale) => [`${loaders}/${locale}`, () => textsModule(locale)] as const),
  [notes, noteLoadersModule],
  ...consoleLocales.map((locale) => [`${notes}/${locale}`, () => notesModule(locale)] as const),
])

/**
 * Plugin of Vite for the texts of the console. They are compiled to functions when the console is built, so that the browser
 * loads neither a parser nor the messages of other languages.
 */
export const consoleTexts = {
  name: 'console-texts',
  resolveId: (source: string): string | undefined => (modules.has(source) ? `\0${source}` : undefined),
  load: (id: string): string | undefined => modules.get(id.replace('\0', ''))?.(),
}
