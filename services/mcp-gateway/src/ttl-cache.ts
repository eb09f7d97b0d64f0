/**
 * Concurrent callers share one read. After a failed read the last value is used for `graceMs`, so that tools stay listed while the
 * administration API restarts.
 */
export class TtlCache<Value> {
  readonly #read: () => Promise<Value>
  readonly #milliseconds: number
  readonly #graceMs: number
  #value: { readonly value: Value; readonly at: number } | null = null
  #reading: Promise<Value> | null = null

  constructor(
    read: () => Promise<Value>,
    { milliseconds, graceMs }: { milliseconds: number; graceMs: number },
  ) {
    this.#read = read
    this.#milliseconds = milliseconds
    this.#graceMs = graceMs
  }

  /** @throws the error of the read when the cached value is too old */
  async current(): Promise<Value> {
    if (this.#value && Date.now() - this.#value.at < this.#milliseconds) return this.#value.value
    this.#reading ??= this.#readOnce()
    try {
      return await this.#reading
    } catch (error) {
      if (this.#value && Date.now() - this.#value.at < this.#milliseconds + this.#graceMs)
        return this.#value.value
      throw error
    }
  }

  async #readOnce(): Promise<Value> {
    try {
      const value = await this.#read()
      this.#value = { value, at: Date.now() }
      return value
    } finally {
      this.#reading = null
    }
  }
}
