import { type Executor, fixed, Unavailable } from '@signet/db'
import type { Address } from '@signet/tenancy'
import { Batcher } from '../artifacts/batcher.ts'

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

/**
 * Reads versions, those that requests of the same moment need with one statement. So every request sees versions read
 * after it arrived, at a small fraction of a statement each (architecture.md 4).
 */
export class VersionReader {
  readonly #reads: Batcher<VersionKey, Row | null>
  #latest: Latest = { askedAt: Number.NEGATIVE_INFINITY, asked: new Set(), rows: [] }

  constructor(executor: Executor) {
    this.#reads = new Batcher(async (keys) => {
      const askedAt = performance.now()
      const asked = new Set(keys.map(keyOf))
      const rows = await executor.rows<Row>(versionsOf([...asked]))
      this.#latest = { askedAt, asked, rows }
      return keys.map((key) => rowFor(rows, key))
    })
  }

  /** Null when no project answers there: unknown, scheduled for deletion, or addressed otherwise. */
  read(key: VersionKey): Promise<Row | null> {
    return this.#reads.ask(key)
  }

  /**
   * For documents that everybody may keep for half a minute: their version may have been read a millisecond before they
   * were asked for, which is less than an answer is on its way. Nothing is decided by it. A database that is silent is
   * not waited for until the deadline where a document of before is known.
   */
  readForDocument(key: VersionKey, isKnown = false): Promise<Row | null> | Row | null {
    const { askedAt, asked, rows } = this.#latest
    const isRecent = performance.now() - askedAt < documentAgeMs && asked.has(keyOf(key))
    if (isRecent) return rowFor(rows, key)
    return isKnown ? soon(this.read(key)) : this.read(key)
  }
}

/** What the last statement answered. */
interface Latest {
  /** Before it was sent. */
  readonly askedAt: number
  readonly asked: ReadonlySet<string>
  readonly rows: readonly Row[]
}

const documentAgeMs = 1

/** How long a version is waited for when its document is known already. */
const documentWaitMs = 1_000

/** @throws Unavailable when the answer takes longer */
async function soon<Answer>(reading: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  // Creating the error costs more than the rest of an answer: only a late read pays for it.
  const timer = setTimeout(
    () =>
      late.reject(new Unavailable(new Error('The version of a document was not read in time.'), 'deadline')),
    documentWaitMs,
  )
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const rowFor = (rows: readonly Row[], key: VersionKey): Row | null =>
  rows.find((row) => answers(row, key)) ?? null

/** Every key is looked for as id, slug and host alike: which it must be, each reader decides by the row. */
const versionsOf = fixed(
  `SELECT p.id AS "projectId", p.version AS "projectVersion", i.version AS "instanceVersion", p.slug, p.host,
          p.address_form AS "addressForm", p.deletion_scheduled_at IS NOT NULL AS scheduled,
          p.host_reached_at IS NOT NULL AS "hostReached"
   FROM (SELECT `,
  `::text[] AS keys) asked JOIN projects p ON p.id = ANY(keys) OR p.slug = ANY(keys) OR p.host = ANY(keys)
   CROSS JOIN instance i`,
)

/** The root address has no key of its own: whatever asks for it looks for the project's id. */
function keyOf(key: VersionKey): string {
  if (key.form === 'id') return key.projectId
  if ('slug' in key) return key.slug
  return 'host' in key ? key.host : ''
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
