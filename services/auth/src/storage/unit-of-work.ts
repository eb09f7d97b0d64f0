import { AsyncLocalStorage } from 'node:async_hooks'
import type { Executor, Sql } from '@signet/db'
import type { AdapterPayload } from 'oidc-provider'
import type { ArtifactStore } from './artifact-store.ts'
import { grantModels, type ModelName } from './models.ts'
import type { EnteringBasis } from './sign-in-basis.ts'
import { WriteBatcher } from './write-batcher.ts'

export type Write =
  | {
      readonly do: 'upsert'
      readonly model: ModelName
      readonly id: string
      readonly payload: AdapterPayload
      readonly expiresIn: number | undefined
    }
  | {
      readonly do: 'renew'
      readonly model: 'Session' | 'Grant'
      readonly id: string
      readonly payload: AdapterPayload
      readonly expiresIn: number | undefined
      /** As this request read it. */
      readonly before: AdapterPayload
    }
  | {
      /** A sign-in enters the account: what it rests on is compared in the statement. */
      readonly do: 'lock account'
      readonly model: 'Session'
      /** Of the account. */
      readonly id: string
      readonly basis: EnteringBasis
    }
  | {
      /** What this request goes on from was not ended since it was read. */
      readonly do: 'require'
      readonly model: 'Grant'
      readonly id: string
    }
  | {
      readonly do: 'consume'
      readonly model: ModelName
      readonly id: string
      readonly grantId: string | undefined
    }
  | {
      readonly do: 'decide'
      readonly model: ModelName
      readonly id: string
      readonly payload: AdapterPayload
      /** As this request read it: whoever changed it since was first. */
      readonly was: AdapterPayload
    }
  | {
      readonly do: 'destroy'
      readonly model: ModelName
      readonly id: string
      /** Of a session, which may have another id by now. */
      readonly uid?: string | undefined
    }
  | { readonly do: 'revoke'; readonly model: ModelName; readonly grantId: string }

/** A one-time artifact was redeemed by another request first: nothing of this request was written. */
export class AlreadyRedeemed extends Error {
  override name = 'AlreadyRedeemed'
}

/**
 * The session or grant this request goes on with has ended since it was read, or another request made of it what this
 * one cannot go on with: nothing of this request was written, and it can be asked again.
 */
export class ConcurrentUpdate extends Error {
  override name = 'ConcurrentUpdate'
}

/** What a person answered was answered at the same moment elsewhere: of this request nothing but its session was written. */
export class AlreadyDecided extends Error {
  override name = 'AlreadyDecided'
}

/** A transaction that has the rest of a request written within it, or refuses and throws. */
export type Enclosure = (writeRest: (tx: Executor) => Promise<void>) => Promise<void>

/**
 * A request's writes, flushed by one statement before its answer: one commit, and one conditional decision about
 * every code or token it redeems (T08). Reads of the same request see what is pending.
 */
export class UnitOfWork {
  readonly #artifacts: ArtifactStore
  readonly #projectId: string
  readonly #writes = new Map<string, Write>()
  readonly #inserts = new Map<string, Sql>()
  readonly #effects = new Map<string, Sql>()
  #enclosure: Enclosure | undefined
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
        : `${isAboutOneRow(write) ? 'row' : write.do} ${write.model} ${write.id}`
    this.#writes.set(key, write)
  }

  /** Joins an insert of another table, such as the outbox, once per `id`; it commits with the writes, or not at all. */
  addInsert(id: string, insert: Sql): void {
    this.#inserts.set(id, insert)
  }

  /** Joins an `INSERT … SELECT` without a condition, which happens only if what this request decides is decided by it. */
  addEffect(id: string, insert: Sql): void {
    this.#effects.set(id, insert)
  }

  /** Has everything written in a transaction that decides, under its own locks, whether it may be. */
  enclose(enclosure: Enclosure): void {
    this.#enclosure = enclosure
  }

  /** A request that is refused redeems nothing: its code or token stays good, and what was made for it is not kept. */
  withdrawRedemptions(): void {
    this.#enclosure = undefined
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
        (write.do === 'upsert' || write.do === 'renew') && write.model === 'Session'
          ? [write.payload.uid]
          : [],
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
    if (writes.some((write) => write.do === 'decide')) {
      const session = writes.filter(({ model }) => model === 'Session')
      if (await batcher.write({ projectId, writes: session, inserts: [], effects: [] }))
        throw new AlreadyDecided()
    }
    if (writes.some(goesOn)) throw new ConcurrentUpdate()
    for (const write of writes)
      if (write.do === 'consume' && write.grantId)
        await batcher.write({ projectId, writes: endOf(write.grantId), inserts: [], effects: [] })
    throw new AlreadyRedeemed()
  }
}

/** Writes that say what becomes of a row: the last one of them stands. */
const isAboutOneRow = (write: Write): boolean => write.do !== 'consume' && !isCondition(write)

/** Locks of rows that stay as they are. */
const isCondition = (write: Write): boolean => write.do === 'lock account' || write.do === 'require'

/** Goes on with what was read, if it has not ended. */
const goesOn = (write: Write): boolean => write.do === 'renew' || isCondition(write)

const isIssued = (model: ModelName): boolean => grantModels.some((issued) => issued === model)

/** Where a row that was read through a reference is noted as it was, by its key. */
export const wasKey = (model: ModelName, id: string): string => `was ${model} ${id}`

/** Where a session's uid is noted when it is read, by the key of its row. */
export const uidKey = (id: string): string => `uid ${id}`

/** Where what was read of a session, or of a grant, is noted, by its uid or its id. */
export const beforeKey = (id: string): string => `before ${id}`

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
