import {
  lazyAreas,
  lazyLoadersModule,
  lazyModule,
  loadersModule,
  textNames,
  textsModule,
} from './console-module.ts'
import { consoleLocales } from './index.ts'

export { type MessageSelection, splitTextsModule, textNames } from './console-module.ts'

const loaders = 'virtual:texts'
const lazy = Object.keys(lazyAreas) as (keyof typeof lazyAreas)[]
const modules = new Map<string, () => string>([
  [loaders, loadersModule],
  ...consoleLocales.map((locale) => [`${loaders}/${locale}`, () => textsModule(locale)] as const),
  ...textNames().flatMap((name) =>
    consoleLocales.map(
      (locale) =>
        [
          `virtual:text-areas/${name}/${locale}`,
          () => textsModule(locale, new Map([[name, 'all']])),
        ] as const,
    ),
  ),
  ...lazy.flatMap((name) => [
    [name, () => lazyLoadersModule(name)] as const,
    ...consoleLocales.map((locale) => [`${name}/${locale}`, () => lazyModule(name, locale)] as const),
  ]),
])

/**
 * Plugin of Vite. The texts are compiled to functions when the console is built, so that the browser loads neither a parser nor the
 * messages of other languages.
 */
export const consoleTexts = {
  name: 'console-texts',
  resolveId: (source: string): string | undefined => (modules.has(source) ? `\0${source}` : undefined),
  load: (id: string): string | undefined => modules.get(id.replace('\0', ''))?.(),
}
