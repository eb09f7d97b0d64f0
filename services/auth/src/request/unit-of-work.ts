import type { Executor, Sql } from '@signet/db'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import type { ModelName } from '../artifacts/models.ts'
import { WriteBatcher } from '../artifacts/write-batcher.ts'
import {
  dependsOnRow,
  endOfGrant,
  isRedemption,
  keyOfRow,
  keyOfWrite,
  type Write,
} from '../artifacts/writes.ts'

/** A concurrent request redeemed the artifact first: no write of this request was stored. */
export class AlreadyRedeemed extends Error {
  override name = 'AlreadyRedeemed'
}

/**
 * The session or grant was deleted, or changed by a concurrent request: no write of this request was stored, and the browser can repeat
 * it.
 */
export class ConcurrentUpdate extends Error {
  override name = 'ConcurrentUpdate'
}

/** A concurrent request stored the user's decision first: of this request only the session was stored. */
export class AlreadyDecided extends Error {
  override name = 'AlreadyDecided'
}

/** Runs `writeRest` in its own transaction, or throws and writes nothing. */
export type Enclosure = (writeRest: (tx: Executor) => Promise<void>) => Promise<void>

/**
 * One statement before the response flushes the pending writes: one commit, and one conditional decision about every redeemed code or
 * token. Reads of the same request return the pending rows.
 */
export class UnitOfWork {
  readonly #artifacts: ArtifactStore
  readonly #projectId: string
  readonly #writes = new Map<string, Write>()
  readonly #inserts = new Map<string, Sql>()
  readonly #effects = new Map<string, Sql>()
  #enclosure: Enclosure | undefined

  constructor(artifacts: ArtifactStore, projectId: string) {
    this.#artifacts = artifacts
    this.#projectId = projectId
  }

  add(write: Write): void {
    this.#writes.set(keyOfWrite(write), write)
  }

  /** Inserts once per `id`; commits with the writes or not at all. */
  addInsert(id: string, insert: Sql): void {
    this.#inserts.set(id, insert)
  }

  /** Runs an unconditional `INSERT … SELECT` only if the redemptions and decisions of this request succeed. */
  addEffect(id: string, insert: Sql): void {
    this.#effects.set(id, insert)
  }

  /** `enclosure` decides under its own locks whether the request may write. */
  enclose(enclosure: Enclosure): void {
    this.#enclosure = enclosure
  }

  /** The code or token of a rejected request stays valid. */
  withdrawRedemptions(): void {
    this.#enclosure = undefined
    const writes = [...this.#writes]
    if (!writes.some(([, write]) => write.do === 'consume')) return
    for (const [key, write] of writes) if (isRedemption(write)) this.#writes.delete(key)
  }

  pending(model: ModelName, id: string): Write | undefined {
    return this.#writes.get(keyOfRow(model, id))
  }

  async flush(): Promise<void> {
    const writes = withoutRenames([...this.#writes.values()])
    const inserts = [...this.#inserts.values()]
    const effects = [...this.#effects.values()]
    this.#writes.clear()
    this.#inserts.clear()
    this.#effects.clear()
    const enclosure = this.#enclosure
    this.#enclosure = undefined
    const { writes: batcher } = this.#artifacts
    const projectId = this.#projectId
    if (enclosure)
      return enclosure(
        async (tx) => void (await new WriteBatcher(tx).write({ projectId, writes, inserts, effects })),
      )
    if (writes.length + inserts.length + effects.length === 0) return
    if (await batcher.write({ projectId, writes, inserts, effects })) return
    await this.#rejectConflict(writes)
  }

  /** Writes the rest that a conflict leaves, and throws the error that names the conflict. */
  async #rejectConflict(writes: readonly Write[]): Promise<never> {
    const { writes: batcher } = this.#artifacts
    const projectId = this.#projectId
    if (writes.some((write) => write.do === 'decide')) {
      const session = writes.filter(({ model }) => model === 'Session')
      if (await batcher.write({ projectId, writes: session, inserts: [], effects: [] }))
        throw new AlreadyDecided()
    }
    if (writes.some(dependsOnRow)) throw new ConcurrentUpdate()
    for (const write of writes)
      if (write.do === 'consume' && write.grantId)
        await batcher.write({ projectId, writes: endOfGrant(write.grantId), inserts: [], effects: [] })
    throw new AlreadyRedeemed()
  }
}

/** The upsert of a session by its uid changes the key: its deletion under the old id is dropped. */
function withoutRenames(writes: Write[]): Write[] {
  const saved = new Set(
    writes.flatMap((write) =>
      (write.do === 'upsert' || write.do === 'renew') && write.model === 'Session' ? [write.payload.uid] : [],
    ),
  )
  return writes.filter(
    (write) => !(write.do === 'destroy' && write.model === 'Session' && saved.has(write.uid)),
  )
}
