import { LRUCache } from 'lru-cache'

interface Door {
  inside: number
  failures: number
  closedUntil: number
}

const atOnce = 2
const failuresUntilClosed = 5
const closedMs = 15_000
const maxDoors = 10_000

const later = new Set([408, 425, 429])

/** Whether a status says "not now"; any other refusal is an answer. */
export const isTemporary = (status: number): boolean => status >= 500 || later.has(status)

/**
 * At most two calls at once to one relying party, and none for a while after five failures in a row: one that hangs
 * never takes the place of those that answer (F07).
 */
export class Doors {
  readonly #doors = new LRUCache<string, Door>({ max: maxDoors })

  /**
   * @param key the relying party's project and address
   * @throws DoorClosed without having called, for the caller to come again later
   */
  async through<T>(key: string, call: () => Promise<T>): Promise<T> {
    const door = this.#of(key)
    if (door.inside >= atOnce || door.closedUntil > Date.now()) throw new DoorClosed()
    door.inside += 1
    try {
      const result = await call()
      door.failures = 0
      return result
    } catch (error) {
      door.failures += 1
      if (door.failures >= failuresUntilClosed) door.closedUntil = Date.now() + closedMs
      throw error
    } finally {
      door.inside -= 1
    }
  }

  #of(key: string): Door {
    const known = this.#doors.get(key)
    if (known) return known
    const door = { inside: 0, failures: 0, closedUntil: 0 }
    this.#doors.set(key, door)
    return door
  }
}

class DoorClosed extends Error {
  override name = 'DoorClosed'
}
