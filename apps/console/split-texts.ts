import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConsoleLocale, consoleLocales } from '@signet/i18n'
import { type MessageSelection, splitTextsModule, textNames } from '@signet/i18n/console-plugin'
import type { Plugin } from 'vite'
import { TextReads } from './text-reads.ts'

const sources = fileURLToPath(new URL('./src/', import.meta.url))
const source = (path: string): string => resolve(sources, path)

/** Modules that every page behind the sign-in loads, with those of the navigation. */
const firstModules = [
  'main.ts',
  'app.tsx',
  'layouts/shell.tsx',
  'layouts/account-menu.tsx',
  'layouts/team-switcher.tsx',
  'layouts/project-switcher.tsx',
  'layouts/keys.tsx',
].map(source)

const shared = ['common', 'nav', 'problems', 'shell']

interface Split {
  readonly reads: TextReads
  readonly first: ReadonlySet<string>
  readonly messages: MessageSelection
}

function split(): Split {
  const reads = new TextReads(textNames())
  const first = reads.modulesOf(...firstModules)
  const whole = shared.map((area) => [area, 'all'] as const)
  return { reads, first, messages: new Map([...reads.readsOf(first), ...whole]) }
}

function areasBeyond({ reads, first, messages }: Split, modules: Iterable<string>): string[] {
  const later = [...modules].filter((path) => !first.has(path))
  return [...reads.readsOf(later)].flatMap(([area, wanted]) => {
    const present = messages.get(area)
    const isComplete =
      present === 'all' ||
      (wanted !== 'all' && present && [...wanted].every((message) => present.has(message)))
    return isComplete ? [] : [area]
  })
}

/**
 * Limits the texts of the first page to the messages that its modules read. A module of another page awaits its areas before its first
 * statement, and an import on demand requests the areas of all modules that it loads.
 */
export function splitTexts(): Plugin & { readonly isReady: (id: string) => boolean } {
  let current: Split
  return {
    // True for modules that neither await texts nor import modules that do.
    isReady: (id) => areasBeyond(current, current.reads.modulesOf(id)).length === 0,
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      current = split()
    },
    load(id) {
      const locale = /^\0virtual:texts\/(.+)$/.exec(id)?.[1]
      return isLocale(locale) ? splitTextsModule(locale, current.messages) : undefined
    },
    transform(code, id) {
      if (!id.startsWith(sources) || !/\.tsx?$/.test(id)) return undefined
      const own = areasBeyond(current, [id])
      const withLoads = code.replace(/\bimport\('(\.[^']+\.tsx?)'\)/g, (call, path: string) => {
        const areas = areasBeyond(current, current.reads.modulesOf(resolve(dirname(id), path)))
        return areas.length > 0 ? `__withAreas(${JSON.stringify(areas)}, () => ${call})` : call
      })
      if (own.length === 0 && withLoads === code) return undefined
      const names = 'addAreas as __addAreas, withAreas as __withAreas'
      const awaited = own.length > 0 ? `await __addAreas(${JSON.stringify(own)});` : ''
      return `import { ${names} } from ${JSON.stringify(source('texts/index.ts'))};${awaited}${withLoads}`
    },
  }
}

const isLocale = (tag: string | undefined): tag is ConsoleLocale => consoleLocales.some((one) => one === tag)
