export interface EgressLimits {
  /** Requests in progress to one host, of one share, and of the process. */
  readonly perHost: number
  readonly perShare: number
  readonly total: number
  /** Queued requests. */
  readonly waitingPerShare: number
  readonly waiting: number
}

export const egressLimits: EgressLimits = {
  perHost: 24,
  perShare: 12,
  total: 128,
  waitingPerShare: 48,
  waiting: 512,
}

/** A share belongs to a project, so that one project cannot use the requests of another. */
interface Route {
  readonly share: string
  readonly host: string
}

interface Waiting extends Route {
  readonly start: () => void
}

class Counts {
  readonly #counts = new Map<string, number>()

  get(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, by: 1 | -1): void {
    const next = this.get(key) + by
    if (next === 0) this.#counts.delete(key)
    else this.#counts.set(key, next)
  }
}

/** Requests beyond a limit wait in a bounded queue. */
export class EgressGate {
  readonly #limits: EgressLimits
  readonly #hosts = new Counts()
  readonly #shares = new Counts()
  readonly #waitingShares = new Counts()
  readonly #waiting = new Set<Waiting>()
  #running = 0

  constructor(limits: EgressLimits) {
    this.#limits = limits
  }

  /** @returns the function that frees the slot; undefined when the queue is full or the signal aborts first */
  async enter(route: Route, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined
    if (this.#hasPlace(route)) return this.#occupy(route)
    const { waiting, waitingPerShare } = this.#limits
    if (this.#waiting.size >= waiting || this.#waitingShares.get(route.share) >= waitingPerShare)
      return undefined
    return this.#wait(route, signal)
  }

  #wait(route: Route, signal: AbortSignal): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.delete(waiting)
        this.#waitingShares.add(route.share, -1)
        signal.removeEventListener('abort', abort)
      }
      const abort = () => {
        leave()
        resolve(undefined)
      }
      const waiting: Waiting = {
        ...route,
        start: () => {
          leave()
          resolve(this.#occupy(route))
        },
      }
      this.#waiting.add(waiting)
      this.#waitingShares.add(route.share, 1)
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  #hasPlace({ share, host }: Route): boolean {
    const { perHost, perShare, total } = this.#limits
    return this.#running < total && this.#hosts.get(host) < perHost && this.#shares.get(share) < perShare
  }

  #occupy({ share, host }: Route): () => void {
    this.#count(share, host, 1)
    let occupied = true
    return () => {
      if (!occupied) return
      occupied = false
      this.#count(share, host, -1)
      for (const waiting of this.#waiting) if (this.#hasPlace(waiting)) waiting.start()
    }
  }

  #count(share: string, host: string, by: 1 | -1): void {
    this.#running += by
    this.#shares.add(share, by)
    this.#hosts.add(host, by)
  }
}
