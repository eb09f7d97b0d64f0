import { raw, type Sql, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ArtifactStore } from './artifact-store.ts'
import { accountKey, grantKey, grantOfKey, lookupKey, readKey, sessionKey } from './joined.ts'
import { type ModelName, modelTables } from './models.ts'
import { type ArtifactRow, isReadable, readParts } from './row-reads.ts'
import { isRowReference, rowReference, rowReferencesAllowed } from './row-reference.ts'
import { beforeKey, UnitOfWork, uidKey, unitOfWork, type Write, wasKey } from './unit-of-work.ts'

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

  /** Through a reference a person answers what waits for it, and of two answers of one moment the first one stays (R4). */
  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<undefined> {
    const row = { model: this.#model, id: this.#key(id), payload: withoutBearer(payload, id) }
    const was = unitOfWork()?.joined.get(wasKey(row.model, row.id)) as AdapterPayload | undefined
    await this.#write(was ? { do: 'decide', ...row, was } : this.#kept(row, expiresIn))
  }

  /** What this request has read goes on only if it is still there. */
  #kept(row: { id: string; payload: AdapterPayload }, expiresIn: number | undefined): Write {
    const model = this.#model
    if (model !== 'Session' && model !== 'Grant') return { do: 'upsert', ...row, model, expiresIn }
    const key = beforeKey(model === 'Session' ? String(row.payload.uid) : row.id)
    const before = unitOfWork()?.joined.get(key) as AdapterPayload | undefined
    return before
      ? { do: 'renew', ...row, model, expiresIn, before }
      : { do: 'upsert', ...row, model, expiresIn }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (isRowReference(id) && !rowReferencesAllowed()) return undefined
    const key = this.#key(id)
    const pending = unitOfWork()?.pending(this.#model, key)
    if (pending?.do === 'destroy') return undefined
    if (pending && 'payload' in pending) return { ...withAddress(pending.payload, id), jti: id }
    const joined = unitOfWork()?.joined.get(
      this.#model === 'Grant' ? grantKey(id) : readKey(this.#model, key),
    )
    if (joined) return { ...(joined as AdapterPayload) }
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
    const joined = unitOfWork()?.joined.get(sessionKey(uid)) as AdapterPayload | undefined
    return joined ? { ...joined } : this.#read(sql`t.uid = ${uid}`)
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
    const key = this.#key(id)
    const uid = unitOfWork()?.joined.get(uidKey(key)) as string | undefined
    await this.#write({ do: 'destroy', model: this.#model, id: key, uid })
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
      WHERE t.project_id = ${this.#projectId} AND ${raw(isReadable(this.#model))} AND ${where}`)
    return row && this.#take(row, undefined, byReference)
  }

  #take(row: ArtifactRow, id: string | undefined, byReference = false): AdapterPayload {
    const jti = id ?? (byReference ? rowReference(row.id) : row.payload.jti)
    const payload = {
      ...(id ? withAddress(row.payload, id) : row.payload),
      ...(jti === undefined ? {} : { jti }),
      // The database's clock decides what has expired, not this process's.
      ...(row.expired ? { exp: longAgo } : {}),
      ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}),
    }
    if (jti !== undefined && isRowReference(jti))
      unitOfWork()?.joined.set(wasKey(this.#model, row.id), structuredClone(row.payload))
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
    // The provider changes what it is given.
    if (this.#model === 'Session' || this.#model === 'Grant')
      unit.joined.set(beforeKey(payload.uid ?? row.id), structuredClone(row.payload))
  }
}

/** An expiry, in seconds of the epoch, that every clock has passed. */
const longAgo = 1

interface Lookup {
  readonly model: ModelName
  readonly found: Promise<AdapterPayload | undefined>
}

const isOfOneKind = (model: ModelName): boolean =>
  model === 'AccessToken' || model === 'ClientCredentials' || model === 'RefreshToken'

/** Stands for the id of an interaction in the address it goes on at. */
const ownId = ':uid'

/**
 * The bearer value itself is never stored: an id that was hashed, also in the address that an interaction goes on at,
 * or a session's id inside an interaction.
 */
function withoutBearer(payload: AdapterPayload, id: string): AdapterPayload {
  const { jti: _jti, ...rest } = payload
  if (rest.returnTo !== undefined) rest.returnTo = rest.returnTo.replace(id, ownId)
  const session = rest.session as { cookie?: string } | undefined
  if (!session?.cookie) return rest
  const { cookie: _cookie, ...kept } = session
  return { ...rest, session: kept } as AdapterPayload
}

const withAddress = (payload: AdapterPayload, id: string): AdapterPayload =>
  payload.returnTo === undefined ? payload : { ...payload, returnTo: payload.returnTo.replace(ownId, id) }
