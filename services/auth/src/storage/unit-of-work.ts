import { AsyncLocalStorage } from 'node:async_hooks'
import { type Executor, join, raw, type Sql, sql } from '@signet/db'
import type { AdapterPayload } from 'oidc-provider'
import { grantModels, type ModelName, modelTables } from './models.ts'

export type Write =
  | {
      readonly do: 'upsert'
      readonly model: ModelName
      readonly id: string
      readonly payload: AdapterPayload
      readonly expiresIn: number | undefined
    }
  | {
      readonly do: 'consume'
      readonly model: ModelName
      readonly id: string
      readonly grantId: string | undefined
    }
  | { readonly do: 'destroy'; readonly model: ModelName; readonly id: string }
  | { readonly do: 'revoke'; readonly model: ModelName; readonly grantId: string }

/** A one-time artifact was redeemed by another request first: nothing of this request was written. */
export class AlreadyRedeemed extends Error {
  override name = 'AlreadyRedeemed'
}

/**
 * A request's writes, flushed as one statement before its answer: one commit, and one conditional decision about
 * every code or token it redeems (T08). Reads of the same request see what is pending.
 */
export class UnitOfWork {
  readonly #executor: Executor
  readonly #projectId: string
  readonly #writes = new Map<string, Write>()
  readonly #inserts = new Map<string, Sql>()
  /** Rows read together with another (a token's grant and account), so that asking for them costs nothing. */
  readonly joined = new Map<string, unknown>()

  constructor(executor: Executor, projectId: string) {
    this.#executor = executor
    this.#projectId = projectId
  }

  add(write: Write): void {
    const key =
      write.do === 'revoke'
        ? `revoke ${write.model} ${write.grantId}`
        : `${write.do === 'consume' ? 'consume' : 'row'} ${write.model} ${write.id}`
    this.#writes.set(key, write)
  }

  /** Joins an insert of another table, such as the outbox, once per `id`; it commits with the writes, or not at all. */
  addInsert(id: string, insert: Sql): void {
    this.#inserts.set(id, insert)
  }

  /** A request that is refused redeems nothing: its code or token stays good, and what was made for it is not kept. */
  withdrawRedemptions(): void {
    const writes = [...this.#writes]
    if (!writes.some(([, write]) => write.do === 'consume')) return
    for (const [key, write] of writes)
      if (write.do === 'consume' || (write.do === 'upsert' && isIssued(write.model))) this.#writes.delete(key)
  }

  /** What is pending for a row; undefined when nothing is. */
  pending(model: ModelName, id: string): Write | undefined {
    return this.#writes.get(`row ${model} ${id}`)
  }

  /** A session that takes a new id is one row that changes its key: the upsert by its uid does that. */
  #withoutRenames(writes: Write[]): Write[] {
    const saved = new Set(
      writes.flatMap((write) =>
        write.do === 'upsert' && write.model === 'Session' ? [write.payload.uid] : [],
      ),
    )
    return writes.filter(
      (write) =>
        !(
          write.do === 'destroy' &&
          write.model === 'Session' &&
          saved.has(this.joined.get(uidKey(write.id)) as string | undefined)
        ),
    )
  }

  async flush(): Promise<void> {
    const writes = this.#withoutRenames([...this.#writes.values()])
    const inserts = [...this.#inserts.values()]
    this.#writes.clear()
    this.#inserts.clear()
    if (writes.length === 0 && inserts.length === 0) return
    const [row] = await this.#executor.rows<{ redeemed: boolean }>(
      statementOf(this.#projectId, writes, inserts),
    )
    if (row?.redeemed !== false) return
    for (const write of writes)
      if (write.do === 'consume' && write.grantId)
        await endGrant(this.#executor, this.#projectId, write.grantId)
    throw new AlreadyRedeemed()
  }
}

const isIssued = (model: ModelName): boolean => grantModels.some((issued) => issued === model)

/** Where a session's uid is noted when it is read, by the key of its row. */
export const uidKey = (id: string): string => `uid ${id}`

const current = new AsyncLocalStorage<UnitOfWork>()

export const unitOfWork = (): UnitOfWork | undefined => current.getStore()

/** Runs a request inside a unit of work; what it wrote is durable when this returns. */
export async function inUnitOfWork(unit: UnitOfWork, work: () => Promise<unknown>): Promise<void> {
  await current.run(unit, work)
  await unit.flush()
}

/** Ends a grant and everything issued under it. */
async function endGrant(executor: Executor, projectId: string, grantId: string): Promise<void> {
  const ended = grantModels.map(
    (model, index) =>
      sql`${raw(`e${index}`)} AS (DELETE FROM ${raw(modelTables[model].table)} WHERE project_id = ${projectId} AND grant_id = ${grantId})`,
  )
  await executor.run(
    sql`WITH ${join(ended, ', ')} DELETE FROM oidc_grants WHERE project_id = ${projectId} AND id = ${grantId}`,
  )
}

/**
 * One statement for all writes. `redeemed` is false when any consumption found its row gone or already consumed; the
 * other parts then write nothing, because each depends on that decision.
 */
function statementOf(projectId: string, writes: readonly Write[], inserts: readonly Sql[]): Sql {
  const consumptions = writes.filter((write) => write.do === 'consume')
  const others = writes.filter((write) => write.do !== 'consume')
  const consumed = consumptions.map(
    (write, index) =>
      sql`${raw(`c${index}`)} AS (UPDATE ${raw(modelTables[write.model].table)} SET consumed_at = now()
        WHERE project_id = ${projectId} AND id = ${write.id} AND consumed_at IS NULL RETURNING 1)`,
  )
  const counts = consumptions.map((_write, index) => sql`(SELECT count(*) FROM ${raw(`c${index}`)})`)
  const gate = consumptions.length
    ? sql`${join(counts, ' + ')} = ${raw(String(consumptions.length))}`
    : sql`true`
  const parts = others.map((write, index) => sql`${raw(`w${index}`)} AS (${part(projectId, write)})`)
  const joined = inserts.map((insert, index) => sql`${raw(`i${index}`)} AS (${insert})`)
  return sql`WITH ${join([...consumed, sql`gate AS (SELECT ${gate} AS ok)`, ...parts, ...joined], ', ')} SELECT ok AS redeemed FROM gate`
}

function part(projectId: string, write: Exclude<Write, { do: 'consume' }>): Sql {
  const table = raw(modelTables[write.model].table)
  const allowed = sql`(SELECT ok FROM gate)`
  if (write.do === 'destroy')
    return sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND id = ${write.id} AND ${allowed}`
  if (write.do === 'revoke')
    return sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND grant_id = ${write.grantId} AND ${allowed}`
  const { columns } = modelTables[write.model]
  const names = raw(['project_id', 'id', 'payload', 'expires_at', ...columns].join(', '))
  const values = columns.map((column) => sql`${columnValue(column, write.payload)}::text`)
  // A session is the same one under a new id for as long as its uid stays.
  const target = raw(write.model === 'Session' ? '(project_id, uid)' : '(project_id, id)')
  const updates = raw(
    ['id', 'payload', 'expires_at', ...columns].map((name) => `${name} = EXCLUDED.${name}`).join(', '),
  )
  const expiry =
    write.expiresIn === undefined
      ? sql`NULL::timestamptz`
      : sql`now() + make_interval(secs => ${write.expiresIn})`
  return sql`INSERT INTO ${table} (${names})
    SELECT ${join([sql`${projectId}`, sql`${write.id}`, sql`${JSON.stringify(write.payload)}::jsonb`, expiry, ...values], ', ')} WHERE ${allowed}
    ON CONFLICT ${target} DO UPDATE SET ${updates}`
}

const sources = {
  account_id: 'accountId',
  client_id: 'clientId',
  grant_id: 'grantId',
  uid: 'uid',
  user_code: 'userCode',
  kind: 'kind',
} as const

const columnValue = (column: keyof typeof sources, payload: AdapterPayload): unknown =>
  (payload as Record<string, unknown>)[sources[column]] ?? null
