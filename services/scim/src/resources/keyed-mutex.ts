/**
 * Runs work for each key in the order of the calls. Requests for one row wait here without a connection of the pool; otherwise a
 * directory that removes many users concurrently would use all connections.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last.get(key)
    const last = (before ?? Promise.resolve()).then(() => promise)
    this.#last.set(key, last)
    await before
    try {
      return await work()
    } finally {
      resolve()
      if (this.#last.get(key) === last) this.#last.delete(key)
    }
  }
}
