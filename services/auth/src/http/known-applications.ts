import { originOf } from '@signet/http'

/** Time after the last successful call. */
const knownForMs = 3_600_000

/**
 * Applications with a successful call from an address: failed calls of other senders there do not reject their calls. The oldest of
 * `max` is dropped first.
 */
export class KnownApplications {
  readonly #succeededAt = new Map<string, number>()

  note(client: string, address: string, max: number): void {
    const key = keyOf(client, address)
    this.#succeededAt.delete(key)
    this.#succeededAt.set(key, Date.now())
    if (this.#succeededAt.size <= max) return
    const [oldest = key] = this.#succeededAt.keys()
    this.#succeededAt.delete(oldest)
  }

  has(client: string, address: string): boolean {
    const at = this.#succeededAt.get(keyOf(client, address))
    return at !== undefined && Date.now() - at < knownForMs
  }
}

const keyOf = (client: string, address: string): string => `${client} ${originOf(address)}`
