import type pg from 'pg'

/** Leases the connections of a pool. A lease is extended to the next statement only while nobody waits for it. */
export class ConnectionLease {
  readonly #pool: pg.Pool
  readonly #keepMs: number
  #kept: pg.PoolClient[] = []
  #returning: NodeJS.Timeout | undefined

  /**
   * @param keepMs how long a connection is kept after its statement for the next one, milliseconds: the book-keeping of
   * the pool costs as much as a tenth of a small statement. 0 where others take connections from the pool directly.
   */
  constructor(pool: pg.Pool, keepMs: number) {
    this.#pool = pool
    this.#keepMs = keepMs
  }

  /** The pool serves its queue in order: who asks while others wait goes behind them. */
  acquire(): pg.PoolClient | Promise<pg.PoolClient> {
    const kept = this.#pool.waitingCount === 0 ? this.#kept.pop() : undefined
    return kept ?? this.#pool.connect()
  }

  release(client: pg.PoolClient, broken: boolean): void {
    if (broken || this.#keepMs === 0 || this.#pool.waitingCount > 0) {
      client.release(broken)
      return
    }
    this.#kept.push(client)
    this.#returning ??= setTimeout(() => this.releaseAll(), this.#keepMs).unref()
  }

  /** What is kept goes back to the pool, which sees to its age. */
  releaseAll(): void {
    clearTimeout(this.#returning)
    this.#returning = undefined
    for (const client of this.#kept.splice(0)) client.release()
  }
}
