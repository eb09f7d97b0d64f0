import { type Executor, raw, type Sql, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import {
  type AccountRow,
  accountColumns,
  accountKey,
  grantKey,
  grantOfKey,
  lookupKey,
  readKey,
} from './joined.ts'
import { type ModelName, modelTables } from './models.ts'
import { isRowReference, rowReference, rowReferencesAllowed } from './row-reference.ts'
import { UnitOfWork, uidKey, unitOfWork, type Write } from './unit-of-work.ts'

interface Row {
  readonly id: string
  readonly payload: AdapterPayload
  readonly consumedAt: Date | null
  readonly grant?: AdapterPayload | null
  readonly account?: AccountRow | null
}

/**
 * Artifacts of one project in PostgreSQL. Reads compare the database's clock, and tokens are read together with
 * their grant and account: a row whose grant is gone is dead (R4). Writes join the request's unit of work.
 */
export class ArtifactAdapter implements Adapter {
  readonly #executor: Executor
  readonly #projectId: string
  readonly #model: ModelName

  constructor(executor: Executor, projectId: string, model: ModelName) {
    this.#executor = executor
    this.#projectId = projectId
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<undefined> {
    await this.#write({
      do: 'upsert',
      model: this.#model,
      id: this.#key(id),
      payload: withoutBearer(payload),
      expiresIn,
    })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (isRowReference(id) && !rowReferencesAllowed()) return undefined
    const key = this.#key(id)
    const pending = unitOfWork()?.pending(this.#model, key)
    if (pending?.do === 'destroy') return undefined
    if (pending?.do === 'upsert') return { ...pending.payload, jti: id }
    const held = unitOfWork()?.joined.get(this.#model === 'Grant' ? grantKey(id) : readKey(this.#model, key))
    if (held) return { ...(held as AdapterPayload) }
    return isOfOneKind(this.#model)
      ? this.#readUnlessOfAnotherKind(key, id)
      : this.#read(sql`t.id = ${key}`, id)
  }

  /**
   * Introspection and revocation ask for every kind of token at once. A value is of one kind, so the second kind is
   * read only when the first has no such row.
   */
  #readUnlessOfAnotherKind(key: string, id: string): Promise<AdapterPayload | undefined> {
    const read = () => this.#read(sql`t.id = ${key}`, id)
    const lookups = unitOfWork()?.joined
    if (!lookups) return read()
    const before = lookups.get(lookupKey(key)) as Lookup | undefined
    const found =
      before && before.model !== this.#model
        ? before.found.then((other) => (other ? undefined : read()))
        : read()
    lookups.set(lookupKey(key), { model: this.#model, found } satisfies Lookup)
    return found
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#read(sql`t.uid = ${uid}`)
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#read(sql`t.user_code = ${userCode}`, undefined, true)
  }

  async consume(id: string): Promise<undefined> {
    const key = this.#key(id)
    const grantId = unitOfWork()?.joined.get(grantOfKey(key)) as string | undefined
    await this.#write({ do: 'consume', model: this.#model, id: key, grantId })
  }

  async destroy(id: string): Promise<undefined> {
    await this.#write({ do: 'destroy', model: this.#model, id: this.#key(id) })
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    await this.#write({ do: 'revoke', model: this.#model, grantId })
  }

  #key(id: string): string {
    if (isRowReference(id)) return id.slice(1)
    return modelTables[this.#model].hashed ? digest(id) : id
  }

  /** Outside a request (a background task) a write is a unit of its own. */
  async #write(write: Write): Promise<void> {
    const unit = unitOfWork()
    if (unit) return unit.add(write)
    const own = new UnitOfWork(this.#executor, this.#projectId)
    own.add(write)
    await own.flush()
  }

  async #read(where: Sql, id?: string, byReference = false): Promise<AdapterPayload | undefined> {
    const [row] = await this.#executor.rows<Row>(readStatement(this.#model, this.#projectId, where))
    if (!row) return undefined
    const jti = id ?? (byReference ? rowReference(row.id) : row.payload.jti)
    const payload = {
      ...row.payload,
      ...(jti === undefined ? {} : { jti }),
      ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}),
    }
    this.#keepJoined(row, payload, id)
    return payload
  }

  #keepJoined(row: Row, payload: AdapterPayload, id: string | undefined): void {
    const unit = unitOfWork()
    if (!unit) return
    if (id) unit.joined.set(readKey(this.#model, this.#key(id)), payload)
    if (row.grant && payload.grantId)
      unit.joined.set(grantKey(payload.grantId), { ...row.grant, jti: payload.grantId })
    if (row.account) unit.joined.set(accountKey(row.account.id), row.account)
    if (id && payload.grantId) unit.joined.set(grantOfKey(this.#key(id)), payload.grantId)
    if (id && payload.uid) unit.joined.set(uidKey(this.#key(id)), payload.uid)
  }
}

interface Lookup {
  readonly model: ModelName
  readonly found: Promise<AdapterPayload | undefined>
}

const isOfOneKind = (model: ModelName): boolean =>
  model === 'AccessToken' || model === 'ClientCredentials' || model === 'RefreshToken'

/** The bearer value itself is never stored: an id that was hashed, or a session's id inside an interaction. */
function withoutBearer(payload: AdapterPayload): AdapterPayload {
  const { jti: _jti, ...rest } = payload
  const session = rest.session as { cookie?: string } | undefined
  if (!session?.cookie) return rest
  const { cookie: _cookie, ...kept } = session
  return { ...rest, session: kept } as AdapterPayload
}

function readStatement(model: ModelName, projectId: string, where: Sql): Sql {
  const { columns, table } = modelTables[model]
  const has = (column: string) => (columns as readonly string[]).includes(column)
  const live = sql`t.project_id = ${projectId} AND (t.expires_at IS NULL OR t.expires_at > now()) AND ${where}`
  const columnsRead = sql`t.id, t.payload, t.consumed_at AS "consumedAt"`
  if (!has('account_id')) return sql`SELECT ${columnsRead} FROM ${raw(table)} t WHERE ${live}`
  const account = sql`LEFT JOIN accounts a ON a.project_id = t.project_id AND a.id = t.account_id`
  if (!has('grant_id'))
    return sql`SELECT ${columnsRead}, ${accountColumns} FROM ${raw(table)} t ${account} WHERE ${live}`
  return sql`SELECT ${columnsRead}, ${accountColumns}, g.payload AS "grant" FROM ${raw(table)} t ${account}
    LEFT JOIN oidc_grants g ON g.project_id = t.project_id AND g.id = t.grant_id AND (g.expires_at IS NULL OR g.expires_at > now())
    WHERE ${live}`
}
