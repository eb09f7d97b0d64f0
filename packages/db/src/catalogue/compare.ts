import expected from '../../migrations/catalogue.json' with { type: 'json' }
import type { Executor } from '../sql.ts'
import { type CatalogueEntry, readCatalogue } from './read.ts'

export interface CatalogueDifference {
  readonly kind: CatalogueEntry['kind']
  readonly name: string
  readonly state: 'missing' | 'different' | 'additional'
  /** Undefined for an additional object. */
  readonly definition: string | undefined
}

/** A database may have more of them than the release: an operator may add an index for a report. */
const mayBeAdded: ReadonlySet<string> = new Set(['index', 'function'])

export async function compareCatalogue(executor: Executor): Promise<CatalogueDifference[]> {
  const found = byKey(await readCatalogue(executor))
  const known = byKey(expected as CatalogueEntry[])
  const differences: CatalogueDifference[] = []
  for (const [key, { kind, name, definition }] of known) {
    const there = found.get(key)
    if (there?.definition === definition) continue
    differences.push({ kind, name, state: there ? 'different' : 'missing', definition })
  }
  for (const [key, { kind, name }] of found)
    if (!known.has(key) && !mayBeAdded.has(kind))
      differences.push({ kind, name, state: 'additional', definition: undefined })
  return differences
}

const byKey = (entries: readonly CatalogueEntry[]): Map<string, CatalogueEntry> =>
  new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]))
