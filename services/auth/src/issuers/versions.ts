import { type Executor, fixed, Unavailable } from '@signet/db'
import type { Address } from '@signet/tenancy'
import { Batcher } from '../artifacts/batcher.ts'

/** The project of an address or id, and the versions that a cached provider must match exactly. */
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
 * Reads versions. Concurrent reads share one statement: each request sees a version that was read after it
 * arrived, for a small fraction of a statement.
 */
export class VersionReader {
  readonly #reads: Batcher<VersionKey, Row | null>
  #latest: Latest = { askedAt: Number.NEGATIVE_INFINITY, asked: new Set(), rows: [] }

  readonly #documentWaitMs: number

  /** @param documentWaitMs longest wait for a version when its document is stored already */
  constructor(executor: Executor, documentWaitMs = 1_000) {
    this.#documentWaitMs = documentWaitMs
    this.#reads = new Batcher(async (keys) => {
      const askedAt = performance.now()
      const asked = new Set(keys.map(keyOf))
      const rows = await executor.rows<Row>(versionsOf([...asked]))
      this.#latest = { askedAt, asked, rows }
      return keys.map((key) => rowFor(rows, key))
    })
  }

  /**
   * Returns null for an address without a project: unknown, scheduled for deletion, or replaced by another
   * address form.
   */
  read(key: VersionKey): Promise<Row | null> {
    return this.#reads.ask(key)
  }

  /**
   * Reads the version for a document that clients may cache for 30 seconds, and accepts a version that was
   * read up to a millisecond earlier. No access decision depends on it. When the document is stored already,
   * the read ends after one second instead of the full deadline.
   */
  readForDocument(key: VersionKey, isKnown = false): Promise<Row | null> | Row | null {
    const { askedAt, asked, rows } = this.#latest
    const isRecent = performance.now() - askedAt < documentAgeMs && asked.has(keyOf(key))
    if (isRecent) return rowFor(rows, key)
    return isKnown ? soon(this.read(key), this.#documentWaitMs) : this.read(key)
  }
}

interface Latest {
  readonly askedAt: number
  readonly asked: ReadonlySet<string>
  readonly rows: readonly Row[]
}

const documentAgeMs = 1

/** A timer that fires later than this shows that the event loop was blocked: the response may wait unread. */
const latenessMs = 100

/**
 * Waits for a read. A blocked event loop does not count as a late database: the wait begins again.
 *
 * @throws Unavailable when PostgreSQL takes longer
 */
async function soon<Answer>(reading: Promise<Answer>, waitMs: number): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const due = performance.now() + waitMs
    timer = setTimeout(() => (performance.now() - due > latenessMs ? wait() : late.reject(overdue())), waitMs)
  }
  wait()
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Creates the error only when the read is late: it costs more than the rest of the response. */
const overdue = () =>
  new Unavailable(new Error('The version of a document was not read in time.'), 'deadline')

const rowFor = (rows: readonly Row[], key: VersionKey): Row | null =>
  rows.find((row) => answers(row, key)) ?? null

/** Compares every key with id, slug and host. Each reader then selects the row that its key form requires. */
const versionsOf = fixed(
  `SELECT p.id AS "projectId", p.version AS "projectVersion", i.version AS "instanceVersion", p.slug, p.host,
          p.address_form AS "addressForm", p.deletion_scheduled_at IS NOT NULL AS scheduled,
          p.host_reached_at IS NOT NULL AS "hostReached"
   FROM (SELECT `,
  `::text[] AS keys) asked JOIN projects p ON p.id = ANY(keys) OR p.slug = ANY(keys) OR p.host = ANY(keys)
   CROSS JOIN instance i`,
)

/** The root address has no key: its requests use the project's id. */
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
