import { type Executor, fixed, join, raw, type Sql, sql, UniqueViolation } from '@signet/db'
import { Batcher } from './batcher.ts'
import { type Flush, gates, given, isGated, isRenewing, type Part, partsOf } from './flush-parts.ts'
import { head, middleOf, tailOf } from './flush-text.ts'
import { modelTables } from './models.ts'

/**
 * Writes what requests redeem and issue, those of the same moment and shape with one statement and one commit. Each
 * request is decided by itself: when one of its redemptions finds the row gone or redeemed, one of its decisions finds it
 * gone or changed, or what it goes on with has ended, nothing of it is written.
 */
export class WriteBatcher {
  readonly #executor: Executor
  readonly #byShape = new Map<string, Batcher<Flush, boolean>>()

  constructor(executor: Executor) {
    this.#executor = executor
  }

  /** Whether it was written; false when something was redeemed or decided before, or has ended. */
  async write(flush: Flush): Promise<boolean> {
    const parts = partsOf(flush.writes)
    if (flush.inserts.length || flush.effects.length) return this.#alone(parts, flush)
    // Only of what gates does the statement know how many there are.
    const shape = parts.map((part) => (gates(part) ? `${part.name} ${part.count}` : part.name)).join()
    const together = this.#byShape.get(shape) ?? this.#batcher(shape, parts)
    // One statement renews a row once, however many ask for it.
    return (await together.ask(flush)) || (parts.some(isRenewing) && this.#alone(parts, flush))
  }

  #batcher(shape: string, parts: readonly Part[]): Batcher<Flush, boolean> {
    const statement = fixed(head, `${middleOf(parts)} ${tailOf(parts)}`)
    const together = new Batcher<Flush, boolean>(async (batch) => {
      const written = await this.#send(statement(given(batch)))
      if (!isGated(parts)) return batch.map(() => true)
      const numbers = new Set(written.map(({ n }) => n))
      return batch.map((_flush, n) => numbers.has(n))
    })
    this.#byShape.set(shape, together)
    return together
  }

  /** Inserts of other tables have texts of their own. */
  async #alone(parts: readonly Part[], flush: Flush): Promise<boolean> {
    const condition = isGated(parts) ? sql` WHERE EXISTS (SELECT FROM gate)` : sql``
    const effects = flush.effects.map((insert) => sql`${insert}${condition}`)
    const inserts = [...flush.inserts, ...effects].map(
      (insert, index) => sql`${raw(`i${index}`)} AS (${insert})`,
    )
    const beside = inserts.length ? sql`, ${join(inserts, ', ')}` : sql``
    const written = await this.#send(
      sql`${raw(head)}${given([flush])}${raw(middleOf(parts))}${beside} ${raw(tailOf(parts))}`,
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
        if (attempt === mostAttempts || !isDuplicate(error)) throw error
      }
  }
}

const mostAttempts = 8

const isDuplicate = (error: unknown): boolean =>
  error instanceof UniqueViolation && error.constraint === `${modelTables.Session.table}_pkey`
