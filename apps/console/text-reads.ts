import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { MessageSelection } from '@signet/i18n/console-plugin'

type Reads = Map<string, Set<string> | 'all'>

interface Source {
  /** Static imports. */
  readonly imports: readonly string[]
  readonly reads: Reads
}

/** Finds the messages that modules read in their sources: `t.<area>.<message>`, or a whole area. */
export class TextReads {
  readonly #areas: ReadonlySet<string>
  readonly #sources = new Map<string, Source>()

  constructor(areas: readonly string[]) {
    this.#areas = new Set(areas)
  }

  /** Includes direct and indirect imports, but not imports on demand. */
  modulesOf(...paths: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>()
    const add = (path: string): void => {
      if (found.has(path)) return
      found.add(path)
      this.#source(path).imports.forEach(add)
    }
    paths.forEach(add)
    return found
  }

  readsOf(modules: Iterable<string>): MessageSelection {
    const all: Reads = new Map()
    for (const path of modules)
      for (const [area, messages] of this.#source(path).reads)
        if (messages === 'all') all.set(area, 'all')
        else for (const message of messages) addRead(all, area, message)
    return all
  }

  #source(path: string): Source {
    const known = this.#sources.get(path)
    if (known) return known
    const code = readFileSync(path, 'utf8')
    const source = { imports: importsOf(path, code), reads: this.#readsIn(path, code) }
    this.#sources.set(path, source)
    return source
  }

  #readsIn(path: string, code: string): Reads {
    const reads: Reads = new Map()
    if (
      !/^import \{[^}]*\bt\b[^}]*\} from '[./]+texts\/index\.ts'/m.test(code) &&
      !importsSibling(path, code)
    )
      return reads
    if (unnamedRead.test(code)) throw new Error(`${path} reads texts without the name of their area`)
    for (const [, area = '', message] of code.matchAll(/\bt\s*\.(\w+)(?:\s*\.(\w+))?/g))
      if (this.#areas.has(area)) addRead(reads, area, message)
    return reads
  }
}

/** A use of all texts, whose areas cannot be found: `t[…]`, `f(t)`, `{ t }` after the imports. */
const unnamedRead = /\bt\[|[=(]\s*t\s*[,;)]|\bt as\b/

const importsSibling = (path: string, code: string): boolean =>
  /\/texts\/[^/]+$/.test(path) && /^import \{ t \} from '\.\/index\.ts'/m.test(code)

function addRead(reads: Reads, area: string, message: string | undefined): void {
  const messages = reads.get(area) ?? new Set()
  if (message === undefined) reads.set(area, 'all')
  else if (messages !== 'all') reads.set(area, messages.add(message))
}

const importsOf = (path: string, code: string): string[] =>
  [...code.matchAll(/^(?:import|export)(?! type\b)\s(?:[^'"]*?\sfrom\s)?'(\.[^']+\.tsx?)'/gm)]
    .map(([, target = '']) => resolve(dirname(path), target))
    .filter((target) => existsSync(target))
