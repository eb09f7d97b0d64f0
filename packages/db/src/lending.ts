import type pg from 'pg'

/** Lends the connections of a pool. */
export class Lending {
  readonly #pool: pg.Pool
  readonly #keepMs: number
  #kept: pg.PoolClient[] = []
  #returning: NodeJS.Timeout | undefined

  /**
   * @param keepMs how long a connection stays out after its statement for the next one, milliseconds: the book-keeping
   * of the pool costs as much as a tenth of a small statement. 0 where others take connections from the pool directly,
   * who would wait for it.
   */
  constructor(pool: pg.Pool, keepMs: number) {
    this.#pool = pool
    this.#keepMs = keepMs
  }

  take(): pg.PoolClient | Promise<pg.PoolClient> {
    return this.#kept.pop() ?? this.#pool.connect()
  }

  giveBack(client: pg.PoolClient, broken: boolean): void {
    if (broken || this.#keepMs === 0) {
      client.release(broken)
      return
    }
    this.#kept.push(client)
    this.#returning ??= setTimeout(() => this.returnAll(), this.#keepMs).unref()
  }

  /** What is kept goes back to the pool, which sees to its age. */
  returnAll(): void {
    clearTimeout(this.#returning)
    this.#returning = undefined
    for (const client of this.#kept.splice(0)) client.release()
  }
}
