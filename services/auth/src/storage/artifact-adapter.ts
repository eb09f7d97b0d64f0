import { raw, type Sql, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ArtifactStore } from './artifact-store.ts'
import { accountKey, grantKey, grantOfKey, lookupKey, readKey, sessionKey } from './joined.ts'
import { type ModelName, modelTables } from './models.ts'
import { type ArtifactRow, isLive, readParts } from './row-reads.ts'
import { isRowReference, rowReference, rowReferencesAllowed } from './row-reference.ts'
import { UnitOfWork, uidKey, unitOfWork, type Write } from './unit-of-work.ts'

/**
 * Artifacts of one project in PostgreSQL. Reads compare the database's clock, and tokens are read together with
 * their grant and account: a row whose grant is gone is dead (R4). Writes join the request's unit of work.
 */
export class ArtifactAdapter implements Adapter {
  readonly #artifacts: ArtifactStore
  readonly #projectId: string
  readonly #model: ModelName

  constructor(artifacts: ArtifactStore, projectId: string, model: ModelName) {
    this.#artifacts = artifacts
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
    return isOfOneKind(this.#model) ? this.#readUnlessOfAnotherKind(key, id) : this.#readByKey(key, id)
  }

  /**
   * Introspection and revocation ask for every kind of token at once. A value is of one kind, so the second kind is
   * read only when the first has no such row.
   */
  #readUnlessOfAnotherKind(key: string, id: string): Promise<AdapterPayload | undefined> {
    const read = () => this.#readByKey(key, id)
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

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const held = unitOfWork()?.joined.get(sessionKey(uid)) as AdapterPayload | undefined
    return held ? { ...held } : this.#read(sql`t.uid = ${uid}`)
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#read(sql`t.user_code = ${userCode}`, true)
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
    const own = new UnitOfWork(this.#artifacts, this.#projectId)
    own.add(write)
    await own.flush()
  }

  async #readByKey(key: string, id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#artifacts.reads.find(this.#model, { projectId: this.#projectId, id: key })
    return row && this.#take(row, id)
  }

  async #read(where: Sql, byReference = false): Promise<AdapterPayload | undefined> {
    const { columns, joins } = readParts(this.#model)
    const [row] = await this.#artifacts.executor.rows<ArtifactRow>(sql`
      SELECT ${raw(columns)} FROM ${raw(modelTables[this.#model].table)} t ${raw(joins)}
      WHERE t.project_id = ${this.#projectId} AND ${raw(isLive)} AND ${where}`)
    return row && this.#take(row, undefined, byReference)
  }

  #take(row: ArtifactRow, id: string | undefined, byReference = false): AdapterPayload {
    const jti = id ?? (byReference ? rowReference(row.id) : row.payload.jti)
    const payload = {
      ...row.payload,
      ...(jti === undefined ? {} : { jti }),
      ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}),
    }
    this.#keepJoined(row, payload, id)
    return payload
  }

  #keepJoined(row: ArtifactRow, payload: AdapterPayload, id: string | undefined): void {
    const unit = unitOfWork()
    if (!unit) return
    if (id) unit.joined.set(readKey(this.#model, this.#key(id)), payload)
    if (row.grant && payload.grantId)
      unit.joined.set(grantKey(payload.grantId), { ...row.grant, jti: payload.grantId })
    if (row.account) unit.joined.set(accountKey(row.account.id), row.account)
    if (row.session?.uid) unit.joined.set(sessionKey(row.session.uid), row.session)
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
