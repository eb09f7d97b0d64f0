import { type Executor, fixed, join, raw, type Sql, sql, UniqueViolation } from '@signet/db'
import { Batcher } from './batcher.ts'
import { type Flush, gates, given, isGated, isRenewing, type Part, partsOf } from './flush-parts.ts'
import { head, manyRows, middleOf, oneRow, tailOf } from './flush-text.ts'
import { modelTables } from './models.ts'

/**
 * Concurrent requests of one shape share a statement and a commit, and each is decided separately: nothing of a request is written when
 * a redemption finds its row missing or redeemed, a decision finds it missing or changed, or a row that the request depends on was
 * deleted.
 */
export class WriteBatcher {
  readonly #executor: Executor
  readonly #byShape = new Map<string, Batcher<Flush, boolean>>()

  constructor(executor: Executor) {
    this.#executor = executor
  }

  /** @returns false after a conflict */
  async write(flush: Flush): Promise<boolean> {
    const parts = partsOf(flush.writes)
    if (flush.inserts.length || flush.effects.length) return this.#writeSeparately(parts, flush)
    // Only gating parts have their number in the statement text.
    const shape = parts.map((part) => (gates(part) ? `${part.name} ${part.count}` : part.name)).join()
    const together = this.#byShape.get(shape) ?? this.#batcher(shape, parts)
    // A statement updates a row once, so a second request for it is repeated separately.
    return (await together.ask(flush)) || (isRepeatable(parts, flush) && this.#writeSeparately(parts, flush))
  }

  #batcher(shape: string, parts: readonly Part[]): Batcher<Flush, boolean> {
    const tail = tailOf(parts)
    const ofMany = fixed(head, `${middleOf(parts, manyRows)} ${tail}`)
    const ofOne = fixed(head, `${middleOf(parts, oneRow)} ${tail}`)
    const together = new Batcher<Flush, boolean>(async (batch) => {
      const [first] = batch
      const isOne = batch.length === 1 && first && hasOneRow(parts, first)
      const written = await this.#send((isOne ? ofOne : ofMany)(given(batch)))
      if (!isGated(parts)) return batch.map(() => true)
      const numbers = new Set(written.map(({ n }) => n))
      return batch.map((_flush, n) => numbers.has(n))
    })
    this.#byShape.set(shape, together)
    return together
  }

  /** Writes one request with inserts into other tables, whose texts differ. */
  async #writeSeparately(parts: readonly Part[], flush: Flush): Promise<boolean> {
    const condition = isGated(parts) ? sql` WHERE EXISTS (SELECT FROM gate)` : sql``
    const effects = flush.effects.map((insert) => sql`${insert}${condition}`)
    const inserts = [...flush.inserts, ...effects].map(
      (insert, index) => sql`${raw(`i${index}`)} AS (${insert})`,
    )
    const extraCtes = inserts.length ? sql`, ${join(inserts, ', ')}` : sql``
    const written = await this.#send(
      sql`${raw(head)}${given([flush])}${raw(middleOf(parts, hasOneRow(parts, flush) ? oneRow : manyRows))}${extraCtes} ${raw(tailOf(parts))}`,
    )
    return !isGated(parts) || written.length === 1
  }

  /**
   * Repeats the statement after a violation of the primary key. ON CONFLICT uses the index on `uid`; a concurrent renewal of the same
   * session can violate the primary key instead. Nothing was written, and the next attempt finds the row.
   */
  async #send(statement: Sql): Promise<{ n: number }[]> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.#executor.rows<{ n: number }>(statement)
      } catch (error) {
        if (attempt === mostAttempts || !isDuplicate(error)) throw error
      }
  }
}

/** The shape of a batch does not contain the number of all rows. */
const hasOneRow = (parts: readonly Part[], { writes }: Flush): boolean => writes.length === parts.length

/** True when a request may succeed after another one of the same statement updated its row. */
const isRepeatable = (parts: readonly Part[], { writes }: Flush): boolean =>
  parts.some(isRenewing) || writes.some((write) => write.do === 'consume' && Boolean(write.reuseSeconds))

const mostAttempts = 8

const isDuplicate = (error: unknown): boolean =>
  error instanceof UniqueViolation && error.constraint === `${modelTables.Session.table}_pkey`
