import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sql } from '@signet/db'
import type { AdapterPayload } from 'oidc-provider'
import type { ArtifactStore } from './artifact-store.ts'
import { grantModels, type ModelName } from './models.ts'

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
 * A request's writes, flushed by one statement before its answer: one commit, and one conditional decision about
 * every code or token it redeems (T08). Reads of the same request see what is pending.
 */
export class UnitOfWork {
  readonly #artifacts: ArtifactStore
  readonly #projectId: string
  readonly #writes = new Map<string, Write>()
  readonly #inserts = new Map<string, Sql>()
  /** Rows read together with another (a token's grant and account), so that asking for them costs nothing. */
  readonly joined = new Map<string, unknown>()

  constructor(artifacts: ArtifactStore, projectId: string) {
    this.#artifacts = artifacts
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
    const { flushes } = this.#artifacts
    const projectId = this.#projectId
    if (await flushes.write({ projectId, writes, inserts })) return
    for (const write of writes)
      if (write.do === 'consume' && write.grantId)
        await flushes.write({ projectId, writes: endOf(write.grantId), inserts: [] })
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
const endOf = (grantId: string): Write[] => [
  { do: 'destroy', model: 'Grant', id: grantId },
  ...grantModels.map((model): Write => ({ do: 'revoke', model, grantId })),
]
