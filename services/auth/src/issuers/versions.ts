import { type Executor, sql } from '@signet/db'
import type { Address } from '@signet/directory'

/** Which project an address or id means now, and at which versions: what a cached provider must match exactly. */
export interface Version {
  readonly projectId: string
  readonly projectVersion: number
  readonly instanceVersion: number
}

interface Row extends Version {
  readonly slug: string | null
  readonly host: string | null
  readonly addressForm: string
  readonly scheduled: boolean
  readonly hostReached: boolean
}

export type VersionKey = Address | { readonly form: 'id'; readonly projectId: string }

interface Waiting {
  readonly key: VersionKey
  readonly resolve: (row: Row | null) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads versions in batches: at most one query is in flight, and requests that arrive meanwhile share the next one.
 * So every request sees versions read after it arrived, at a small fraction of a query each (architecture.md 4).
 */
export class VersionReader {
  readonly #executor: Executor
  #waiting: Waiting[] = []
  #inFlight = false
  #stopped = 0

  constructor(executor: Executor) {
    this.#executor = executor
  }

  /** Null when no project answers there: unknown, scheduled for deletion, or addressed otherwise. */
  read(key: VersionKey): Promise<Row | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      if (!this.#inFlight) void this.#drain()
    })
  }

  /** Number of queries sent so far, for the benchmark's counts. */
  get queries(): number {
    return this.#stopped
  }

  async #drain(): Promise<void> {
    this.#inFlight = true
    while (this.#waiting.length) {
      const batch = this.#waiting
      this.#waiting = []
      this.#stopped += 1
      try {
        const rows = await this.#query(batch.map(({ key }) => key))
        for (const { key, resolve } of batch) resolve(rows.find((row) => answers(row, key)) ?? null)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#inFlight = false
  }

  #query(keys: readonly VersionKey[]): Promise<Row[]> {
    const ids = keys.flatMap((key) => (key.form === 'id' ? [key.projectId] : []))
    const slugs = keys.flatMap((key) => ('slug' in key ? [key.slug] : []))
    const hosts = keys.flatMap((key) => ('host' in key ? [key.host] : []))
    return this.#executor.rows<Row>(sql`
      SELECT p.id AS "projectId", p.version AS "projectVersion", i.version AS "instanceVersion", p.slug, p.host,
             p.address_form AS "addressForm", p.deletion_scheduled_at IS NOT NULL AS scheduled,
             p.host_reached_at IS NOT NULL AS "hostReached"
      FROM projects p CROSS JOIN instance i
      WHERE p.id = ANY(${ids}) OR p.slug = ANY(${slugs}) OR p.host = ANY(${hosts})`)
  }
}

function answers(row: Row, key: VersionKey): boolean {
  if (row.scheduled) return false
  switch (key.form) {
    case 'id':
      return row.projectId === key.projectId
    case 'path':
    case 'subdomain':
      return row.addressForm === key.form && row.slug === key.slug
    case 'host':
      return row.addressForm === 'host' && row.host === key.host
    default:
      return false
  }
}
