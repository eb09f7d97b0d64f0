import { observe } from '@signet/runtime'
import type pg from 'pg'

/** A lease is reused for the next statement only while no caller waits for a connection. */
export class ConnectionLease {
  readonly #pool: pg.Pool
  readonly #keepMs: number
  readonly #name: string
  #kept: pg.PoolClient[] = []
  #returning: NodeJS.Timeout | undefined

  /**
   * @param keepMs milliseconds for which a connection is kept for the next statement: the book-keeping of the pool costs up to a tenth
   * of a small statement. 0 when other code takes connections from the pool directly.
   * @param name of the pool, for its metrics
   */
  constructor(pool: pg.Pool, keepMs: number, name: string) {
    this.#name = name
    this.#pool = pool
    this.#keepMs = keepMs
  }

  /** Takes a kept connection only when the queue is empty: the pool serves its queue in order. */
  acquire(): pg.PoolClient | Promise<pg.PoolClient> {
    const kept = this.#pool.waitingCount === 0 ? this.#kept.pop() : undefined
    if (kept) return kept
    return this.#isFull() ? this.#wait() : this.#pool.connect()
  }

  #isFull(): boolean {
    const { idleCount, totalCount, options } = this.#pool
    return idleCount === 0 && totalCount >= options.max
  }

  async #wait(): Promise<pg.PoolClient> {
    const begun = performance.now()
    try {
      return await this.#pool.connect()
    } finally {
      observe('signet_pool_wait_seconds', (performance.now() - begun) / 1000, { pool: this.#name })
    }
  }

  release(client: pg.PoolClient, broken: boolean): void {
    if (broken || this.#keepMs === 0 || this.#pool.waitingCount > 0) {
      client.release(broken)
      return
    }
    this.#kept.push(client)
    this.#returning ??= setTimeout(() => this.releaseAll(), this.#keepMs).unref()
  }

  /** Returns the kept connections to the pool, which enforces their maximum age. */
  releaseAll(): void {
    clearTimeout(this.#returning)
    this.#returning = undefined
    for (const client of this.#kept.splice(0)) client.release()
  }
}
