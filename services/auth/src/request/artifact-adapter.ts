import { raw, type Sql, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import { type ModelName, modelTables } from '../artifacts/models.ts'
import { type ArtifactRow, isReadable, readParts } from '../artifacts/row-reads.ts'
import type { Write } from '../artifacts/writes.ts'
import { isRowReference, rowReference } from './row-reference.ts'
import { requestState } from './state.ts'
import { UnitOfWork } from './unit-of-work.ts'

/**
 * Compares expiry with the clock of PostgreSQL. A token whose grant was deleted is not found. Writes join the unit of work of the
 * request.
 */
export class ArtifactAdapter implements Adapter {
  readonly #artifacts: ArtifactStore
  readonly #projectId: string
  readonly #model: ModelName
  readonly #reuseSeconds: number

  constructor(artifacts: ArtifactStore, projectId: string, model: ModelName, reuseSeconds = 0) {
    this.#artifacts = artifacts
    this.#projectId = projectId
    this.#model = model
    this.#reuseSeconds = reuseSeconds
  }

  /** Stores the user's decision when the row was read through a reference: of two concurrent decisions the first one is kept. */
  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<undefined> {
    const row = { model: this.#model, id: this.#key(id), payload: withoutBearer(payload, id) }
    const was = requestState()?.rows.referenced(row.model, row.id)
    await this.#write(was ? { do: 'decide', ...row, was } : this.#storing(row, expiresIn))
  }

  /** Updates a session or grant that this request has read only if it still exists. */
  #storing(row: { id: string; payload: AdapterPayload }, expiresIn: number | undefined): Write {
    const model = this.#model
    if (model !== 'Session' && model !== 'Grant') return { do: 'upsert', ...row, model, expiresIn }
    const before = requestState()?.rows.originals.get(model === 'Session' ? String(row.payload.uid) : row.id)
    return before
      ? { do: 'renew', ...row, model, expiresIn, before }
      : { do: 'upsert', ...row, model, expiresIn }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const state = requestState()
    if (isRowReference(id) && !state?.mayFollowRowReferences) return undefined
    const key = this.#key(id)
    const pending = state?.writes.pending(this.#model, key)
    if (pending?.do === 'destroy') return undefined
    if (pending && 'payload' in pending) return { ...withAddress(pending.payload, id), jti: id }
    const read = this.#model === 'Grant' ? state?.rows.grants.get(id) : state?.rows.artifact(this.#model, key)
    if (read) return { ...read }
    return isOfOneKind(this.#model) ? this.#readUnlessOfAnotherKind(key, id) : this.#readByKey(key, id)
  }

  /**
   * Introspection and revocation look up all kinds of tokens concurrently, and a value is of one kind: the second kind is read only
   * when the first kind has no such row.
   */
  #readUnlessOfAnotherKind(key: string, id: string): Promise<AdapterPayload | undefined> {
    const read = () => this.#readByKey(key, id)
    const lookups = requestState()?.rows.lookups
    if (!lookups) return read()
    const before = lookups.get(key)
    const found =
      before && before.model !== this.#model
        ? before.found.then((other) => (other ? undefined : read()))
        : read()
    lookups.set(key, { model: this.#model, found })
    return found
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const read = requestState()?.rows.sessions.get(uid)
    return read ? { ...read } : this.#read(sql`t.uid = ${uid}`)
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#read(sql`t.user_code = ${userCode}`, true)
  }

  async consume(id: string): Promise<undefined> {
    const key = this.#key(id)
    const grantId = requestState()?.rows.facts.get(key)?.grantId
    await this.#write({
      do: 'consume',
      model: this.#model,
      id: key,
      grantId,
      ...(this.#reuseSeconds > 0 ? { reuseSeconds: this.#reuseSeconds } : {}),
    })
  }

  async destroy(id: string): Promise<undefined> {
    const key = this.#key(id)
    const uid = requestState()?.rows.facts.get(key)?.uid
    await this.#write({ do: 'destroy', model: this.#model, id: key, uid })
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    await this.#write({ do: 'revoke', model: this.#model, grantId })
  }

  #key(id: string): string {
    if (isRowReference(id)) return id.slice(1)
    return modelTables[this.#model].hashed ? digest(id) : id
  }

  /** Commits a write of a background task by itself. */
  async #write(write: Write): Promise<void> {
    const state = requestState()
    if (state) return state.writes.add(write)
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
      // The clock of PostgreSQL decides, not the clock of this process.
      ...(row.expired ? { exp: longAgo } : {}),
      ...(row.consumedAt && !this.#mayRepeat(row)
        ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) }
        : {}),
    }
    if (jti !== undefined && isRowReference(jti))
      requestState()?.rows.keepReferenced(this.#model, row.id, structuredClone(row.payload))
    this.#keepRead(row, payload, id)
    return payload
  }

  /** The token endpoint may redeem the row again. Introspection returns a redeemed token as inactive. */
  #mayRepeat({ consumedSecondsAgo }: ArtifactRow): boolean {
    const isRedeemed = Provider.ctx?.oidc.route === 'token'
    return isRedeemed && (consumedSecondsAgo ?? Number.POSITIVE_INFINITY) < this.#reuseSeconds
  }

  #keepRead(row: ArtifactRow, payload: AdapterPayload, id: string | undefined): void {
    const rows = requestState()?.rows
    if (!rows) return
    const { grantId, uid } = payload
    if (id) {
      const key = this.#key(id)
      rows.keepArtifact(this.#model, key, payload)
      if (grantId || uid) rows.facts.set(key, { grantId, uid })
    }
    if (row.grant && grantId) rows.grants.set(grantId, { ...row.grant, jti: grantId })
    if (row.account) rows.accounts.set(row.account.id, row.account)
    if (row.session?.uid) rows.sessions.set(row.session.uid, row.session)
    // oidc-provider changes the payload that it receives.
    if (this.#model === 'Session' || this.#model === 'Grant')
      rows.originals.set(uid ?? row.id, structuredClone(row.payload))
  }
}

/** Seconds of the epoch that every clock has passed. */
const longAgo = 1

const isOfOneKind = (model: ModelName): boolean =>
  model === 'AccessToken' || model === 'ClientCredentials' || model === 'RefreshToken'

/** Placeholder of the id of an interaction in its URL. */
const ownId = ':uid'

/** Bearer values are never stored: the id itself, its copy in the URL of an interaction, and the id of a session. */
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
