import { type Executor, fixed, Unavailable } from '@signet/db'
import type { Address } from '@signet/tenancy'
import { Batcher } from '../artifacts/batcher.ts'

/** Versions that a cached provider must match exactly. */
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

/** Concurrent reads share a statement: each version was read after its request arrived. */
export class VersionReader {
  readonly #reads: Batcher<VersionKey, Row | null>
  readonly #forDocuments = new Map<string, DocumentRead>()
  readonly #documentWaitMs: number

  /** @param documentWaitMs longest wait for a version whose document is stored already */
  constructor(executor: Executor, documentWaitMs = 1_000) {
    this.#documentWaitMs = documentWaitMs
    this.#reads = new Batcher(async (keys) => {
      const rows = await executor.rows<Row>(versionsOf([...new Set(keys.map(keyOf))]))
      return keys.map((key) => rows.find((row) => answers(row, key)) ?? null)
    })
  }

  /** @returns null for an address that is unknown, scheduled for deletion, or replaced by another address form */
  read(key: VersionKey): Promise<Row | null> {
    return this.#reads.ask(key)
  }

  /**
   * Accepts a read that began up to a millisecond earlier, for a document that clients may cache for 30 seconds: no access decision
   * depends on it. When the document is stored already, the read ends after one second instead of the full deadline.
   */
  readForDocument(key: VersionKey, isKnown = false): Promise<Row | null> | Row | null {
    const name = `${key.form} ${keyOf(key)}`
    const latest = this.#forDocuments.get(name)
    const isRecent = latest !== undefined && performance.now() - latest.begunAt < documentAgeMs
    const read = isRecent ? latest : this.#begin(name, key)
    if (read.row !== undefined) return read.row
    if (!isKnown) return read.reading
    read.soon ??= soon(read.reading, this.#documentWaitMs)
    return read.soon
  }

  #begin(name: string, key: VersionKey): DocumentRead {
    const read: DocumentRead = { begunAt: performance.now(), reading: this.read(key) }
    read.reading.then(
      (row) => {
        read.row = row
      },
      () => {
        if (this.#forDocuments.get(name) === read) this.#forDocuments.delete(name)
      },
    )
    if (this.#forDocuments.size >= maxDocumentReads) this.#forDocuments.clear()
    this.#forDocuments.set(name, read)
    return read
  }
}

interface DocumentRead {
  readonly begunAt: number
  readonly reading: Promise<Row | null>
  row?: Row | null
  /** Limited to the wait for a stored document. */
  soon?: Promise<Row | null>
}

/** Bounds the memory for invented addresses. */
const maxDocumentReads = 1_000

const documentAgeMs = 1

/** A timer that fires later shows a blocked event loop: the response may wait unread. */
const latenessMs = 100

/**
 * A blocked event loop does not count as a late database: the wait begins again.
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

/** Created only when the read is late: the error costs more than the rest of the response. */
const overdue = () =>
  new Unavailable(new Error('The version of a document was not read in time.'), 'deadline')

/** Each reader selects the row of its key form. */
const versionsOf = fixed(
  `SELECT p.id AS "projectId", p.version AS "projectVersion", i.version AS "instanceVersion", p.slug, p.host,
          p.address_form AS "addressForm", p.deletion_scheduled_at IS NOT NULL AS scheduled,
          p.host_reached_at IS NOT NULL AS "hostReached"
   FROM (SELECT `,
  `::text[] AS keys) asked JOIN projects p ON p.id = ANY(keys) OR p.slug = ANY(keys) OR p.host = ANY(keys)
   CROSS JOIN instance i`,
)

/** The root address has no key: its requests use the id of the project. */
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
