import { type Executor, fixed, join, raw, type Sql, sql, UniqueViolation } from '@signet/db'
import { Gatherer } from './gatherer.ts'
import { modelTables } from './models.ts'
import type { Write } from './unit-of-work.ts'

/** What one request writes. */
export interface Flush {
  readonly projectId: string
  readonly writes: readonly Write[]
  readonly inserts: readonly Sql[]
}

/** Writes of one kind to one model: a part of the statement. */
interface Part {
  readonly name: string
  readonly do: Write['do']
  readonly model: Write['model']
  /** How many of them each request has. */
  readonly count: number
}

/**
 * Writes what requests redeem and issue, those of the same moment and shape with one statement and one commit. Each
 * request is decided by itself: when one of its redemptions finds the row gone or redeemed, nothing of it is written.
 */
export class Flushes {
  readonly #executor: Executor
  readonly #byShape = new Map<string, Gatherer<Flush, boolean>>()

  constructor(executor: Executor) {
    this.#executor = executor
  }

  /** Whether it was written; false when something was redeemed before. */
  async write(flush: Flush): Promise<boolean> {
    const parts = partsOf(flush.writes)
    if (flush.inserts.length) return this.#alone(parts, flush)
    // Only of redemptions does the statement know how many there are.
    const shape = parts
      .map(({ name, do: kind, count }) => (kind === 'consume' ? `${name} ${count}` : name))
      .join()
    const together = this.#byShape.get(shape) ?? this.#gather(shape, parts)
    return together.ask(flush)
  }

  #gather(shape: string, parts: readonly Part[]): Gatherer<Flush, boolean> {
    const statement = fixed(head, `${middleOf(parts)} ${tailOf(parts)}`)
    const together = new Gatherer<Flush, boolean>(async (flushes) => {
      const written = await this.#send(statement(given(flushes)))
      if (!isGated(parts)) return flushes.map(() => true)
      const numbers = new Set(written.map(({ n }) => n))
      return flushes.map((_flush, n) => numbers.has(n))
    })
    this.#byShape.set(shape, together)
    return together
  }

  /** Inserts of other tables have texts of their own. */
  async #alone(parts: readonly Part[], flush: Flush): Promise<boolean> {
    const inserts = flush.inserts.map((insert, index) => sql`${raw(`i${index}`)} AS (${insert})`)
    const written = await this.#send(
      sql`${raw(head)}${given([flush])}${raw(middleOf(parts))}, ${join(inserts, ', ')} ${raw(tailOf(parts))}`,
    )
    return !isGated(parts) || written.length === 1
  }

  /**
   * PostgreSQL arbitrates a conflict by one index: a session that another request of its browser renews at this moment
   * can be missed there and then refused by its other key. Nothing was written, and now the row is there to be found.
   */
  async #send(statement: Sql): Promise<{ n: number }[]> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.#executor.rows<{ n: number }>(statement)
      } catch (error) {
        if (attempt === mostAttempts || !isRenewal(error)) throw error
      }
  }
}

const mostAttempts = 8

const isRenewal = (error: unknown): boolean =>
  error instanceof UniqueViolation && error.constraint === `${modelTables.Session.table}_pkey`

function partsOf(writes: readonly Write[]): Part[] {
  const counts = new Map<string, Part>()
  for (const { do: kind, model } of writes) {
    const name = `${kind} ${model}`
    counts.set(name, { name, do: kind, model, count: (counts.get(name)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/**
 * One order for all, so that the same writes make the same text, and requests that end the same grant wait for each
 * other instead of locking each other out: PostgreSQL runs the changes last to first, so a grant goes before its tokens.
 */
const placeOf = (part: Part): string =>
  `${part.do === 'consume' ? 0 : part.model === 'Grant' ? 2 : 1} ${part.model} ${part.do}`

/** Rows of each part, with the number of their request as `n`. */
function given(flushes: readonly Flush[]): string {
  const rows: Record<string, object[]> = {}
  for (const [n, { projectId, writes }] of flushes.entries())
    for (const write of writes) {
      const name = `${write.do} ${write.model}`
      rows[name] ??= []
      rows[name].push(rowOf(n, projectId, write))
    }
  return JSON.stringify(rows)
}

function rowOf(n: number, p: string, write: Write): object {
  switch (write.do) {
    case 'revoke':
      return { n, p, g: write.grantId }
    case 'upsert':
      return { n, p, i: write.id, payload: write.payload, secs: write.expiresIn, ...columnsOf(write) }
    default:
      return { n, p, i: write.id }
  }
}

const sources = {
  account_id: 'accountId',
  client_id: 'clientId',
  grant_id: 'grantId',
  uid: 'uid',
  user_code: 'userCode',
  kind: 'kind',
} as const

function columnsOf({ model, payload }: Extract<Write, { do: 'upsert' }>): Record<string, unknown> {
  const values = payload as Record<string, unknown>
  return Object.fromEntries(modelTables[model].columns.map((column) => [column, values[sources[column]]]))
}

const isGated = (parts: readonly Part[]): boolean => parts.some((part) => part.do === 'consume')

const head = 'WITH given AS (SELECT '

/** Redemptions first, then what they decide: whose other parts are written. */
function middleOf(parts: readonly Part[]): string {
  const gated = isGated(parts)
  const consumptions = parts.filter((part) => part.do === 'consume')
  const changes = parts.filter((part) => part.do !== 'consume')
  const ctes = [
    '::jsonb AS j)',
    ...consumptions.map((part, index) => `c${index} AS (${consume(part)})`),
    ...(gated ? [gateOf(consumptions)] : []),
    ...changes.map((part, index) => `w${index} AS (${change(part, gated)})`),
  ]
  return ctes.join(', ')
}

/** The requests of which every redemption found its row. */
function gateOf(consumptions: readonly Part[]): string {
  const redeemed = consumptions.map((_part, index) => `SELECT n FROM c${index}`).join(' UNION ALL ')
  const needed = consumptions.reduce((sum, { count }) => sum + count, 0)
  return `gate AS (SELECT n FROM (${redeemed}) redeemed GROUP BY n HAVING count(*) = ${needed})`
}

const tailOf = (parts: readonly Part[]): string => (isGated(parts) ? 'SELECT n FROM gate' : 'SELECT 1')

const rowsOf = ({ name }: Part, fields: string): string =>
  `given, jsonb_to_recordset(given.j->'${name}') AS v (n int, p text, ${fields})`

const consume = (part: Part): string =>
  `UPDATE ${modelTables[part.model].table} t SET consumed_at = now() FROM ${rowsOf(part, 'i text')}
    WHERE t.project_id = v.p AND t.id = v.i AND t.consumed_at IS NULL RETURNING v.n`

function change(part: Part, gated: boolean): string {
  const { table, columns } = modelTables[part.model]
  const allowed = gated ? 'v.n IN (SELECT n FROM gate)' : 'true'
  if (part.do === 'destroy')
    return `DELETE FROM ${table} t USING ${rowsOf(part, 'i text')} WHERE t.project_id = v.p AND t.id = v.i AND ${allowed}`
  if (part.do === 'revoke')
    return `DELETE FROM ${table} t USING ${rowsOf(part, 'g text')} WHERE t.project_id = v.p AND t.grant_id = v.g AND ${allowed}`
  const fields = ['i text', 'payload jsonb', 'secs float8', ...columns.map((column) => `${column} text`)]
  const names = ['id', 'payload', 'expires_at', ...columns]
  const values = [
    'v.p',
    'v.i',
    'v.payload',
    'now() + make_interval(secs => v.secs)',
    ...columns.map((name) => `v.${name}`),
  ]
  // A session is the same one under a new id for as long as its uid stays.
  const target = part.model === 'Session' ? 'uid' : 'id'
  return `INSERT INTO ${table} (project_id, ${names.join(', ')}) SELECT ${values.join(', ')} FROM ${rowsOf(part, fields.join(', '))}
    WHERE ${allowed} ON CONFLICT (project_id, ${target}) DO UPDATE SET ${names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`
}
