import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { idempotencyHeader, type Send } from '@signet/contracts'

/** Seconds after which a call is not repeated any more. */
const longestSeconds = 180

/** Seconds before the first repetition of a response without `Retry-After`; doubled for each further one. */
const firstSeconds = 1

/** The instance is busy or restarting. A change in progress is one whose earlier response was lost. */
const isPassing = (status: number, retryAfter: string | null): boolean =>
  status === 503 || status === 429 || (status === 409 && retryAfter !== null)

interface Retrying {
  readonly note: (line: string) => void
  readonly send?: typeof fetch
}

/**
 * Repeats a call while the instance is busy. The repetitions have one idempotency key, so a change whose response was lost is made
 * once.
 */
export function retrying({ note, send = globalThis.fetch }: Retrying): Send {
  return async (address, init) => {
    const latest = Date.now() + longestSeconds * 1_000
    const key = init.method === 'GET' ? {} : { [idempotencyHeader]: randomUUID() }
    for (let seconds = firstSeconds; ; seconds *= 2) {
      const response = await send(address, {
        ...init,
        redirect: 'error',
        headers: { ...init.headers, ...key },
      })
      const asked = response.headers.get('retry-after')
      const wait = Math.max(Number(asked ?? seconds) || seconds, 0)
      if (!isPassing(response.status, asked) || Date.now() + wait * 1_000 > latest) return response
      await response.body?.cancel()
      note(`The instance is busy (${response.status}). The call is repeated in ${wait} seconds.`)
      await pause(wait * 1_000)
    }
  }
}
