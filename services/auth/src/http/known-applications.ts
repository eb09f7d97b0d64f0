import { originOf } from '@signet/http'

/** An application stays known for an hour after its last successful call. */
const knownForMs = 3_600_000

/**
 * Applications that made a successful call from an address. Failed calls of other senders at the same address do not
 * reject their calls. At most `max` are stored; the oldest is dropped first.
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
