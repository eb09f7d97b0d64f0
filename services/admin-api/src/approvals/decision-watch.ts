import { setTimeout as pause } from 'node:timers/promises'
import { maxPendingApprovals } from '@signet/contracts'
import { type Database, sql } from '@signet/db'

/** One statement reads all approvals that calls wait for. */
const everyMs = 500

/** Further calls of this process are answered immediately. */
const maxWaiting = 200

interface Waiting {
  readonly approvalId: string
  /** Agent and administrator, who have at most as many waiting calls as pending approvals. */
  readonly owner: string
  readonly decide: () => void
}

/** Any replica may decide, use or expire an approval. */
export class DecisionWatch {
  readonly #database: Pick<Database, 'rows'>
  readonly #waiting = new Set<Waiting>()
  readonly #timer: NodeJS.Timeout
  #isReading = false

  // The timer starts here and not with a call, so that the reads have no deadline of a request.
  constructor(database: Pick<Database, 'rows'>) {
    this.#database = database
    this.#timer = setInterval(() => void this.#look(), everyMs).unref()
  }

  /** A process that stops answers its waiting calls. */
  close(): void {
    clearInterval(this.#timer)
    for (const { decide } of this.#waiting) decide()
  }

  /** @returns false without a wait when too many calls wait */
  async wait(
    approvalId: string,
    owner: string,
    { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const own = [...this.#waiting].filter((one) => one.owner === owner).length
    if (this.#waiting.size >= maxWaiting || own >= maxPendingApprovals) return false
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = { approvalId, owner, decide: resolve }
    const over = new AbortController()
    this.#waiting.add(waiting)
    try {
      const time = pause(seconds * 1000, undefined, { signal: AbortSignal.any([signal, over.signal]) })
      await Promise.race([promise, time.catch(() => undefined)])
    } finally {
      over.abort()
      this.#waiting.delete(waiting)
    }
    return true
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0 || this.#isReading) return
    this.#isReading = true
    try {
      const ids = [...new Set([...this.#waiting].map(({ approvalId }) => approvalId))]
      const pending = await this.#database.rows<{ id: string }>(sql`
        SELECT id FROM agent_approvals WHERE id = ANY(${ids}) AND status = 'pending' AND expires_at > now()`)
      const left = new Set(pending.map(({ id }) => id))
      const read = new Set(ids)
      for (const { approvalId, decide } of this.#waiting)
        if (read.has(approvalId) && !left.has(approvalId)) decide()
    } catch {
      // The next read repeats it; each call has its own limit.
    } finally {
      this.#isReading = false
    }
  }
}
