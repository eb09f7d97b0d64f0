/**
 * A value read again when it is older than `milliseconds`; concurrent callers share one read.
 * When reading fails the last value serves for `graceMs` more, because an administration API that restarts is no
 * reason to take tools away.
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

  /** @throws what reading threw, when there is no value young enough to do without */
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
