import type { Executor } from '@signet/db'
import type { Logger } from '@signet/runtime'
import { type ActivityKind, type ActivityMark, markActive } from '@signet/sessions'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'

/** Users remembered as marked today. Beyond it all are forgotten: a second mark of a user changes no row. */
const maxRemembered = 200_000
const flushEveryMs = 5_000
const maxPerStatement = 5_000

export interface ActivityCounter {
  mark(projectId: string, accountId: string, kind: ActivityKind): void
  close(): Promise<void>
}

/**
 * Counts who was active, at most once a day and kind for each person, in one statement for all that gathered: no token
 * waits for it, and none costs a write. What a killed process had gathered is at most a few seconds of figures; it is
 * marked again when those people come back.
 */
export function startActivityCounter(executor: Executor, logger: Logger): ActivityCounter {
  // Grows with the users of a day; an LRU cache would allocate 5 MiB for its maximum at start.
  const marked = new Set<string>()
  let today = ''
  let waiting: ActivityMark[] = []
  let flushing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    while (waiting.length) {
      const marks = waiting.slice(0, maxPerStatement)
      waiting = waiting.slice(maxPerStatement)
      try {
        await markActive(executor, marks)
      } catch (error) {
        waiting = [...marks, ...waiting]
        logger.warn({ err: error, waiting: waiting.length }, 'activity could not be written; trying again')
        return
      }
    }
  }
  const enqueue = () => {
    flushing = flushing.then(flush)
    return flushing
  }
  const timer = setInterval(enqueue, flushEveryMs)
  timer.unref()
  return {
    mark(projectId, accountId, kind) {
      const day = new Date().toISOString().slice(0, 10)
      if (day !== today || marked.size >= maxRemembered) marked.clear()
      today = day
      const key = `${kind} ${projectId} ${accountId}`
      if (marked.has(key)) return
      marked.add(key)
      waiting.push({ projectId, accountId, kind, day })
    },
    async close() {
      clearInterval(timer)
      await enqueue()
    },
  }
}

/** Marks whom a provider issues tokens to: a refresh is a renewal, anything else the kind of sign-in behind it. */
export function countActivity(provider: Provider, counter: ActivityCounter, projectId: string): void {
  provider.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    const accountId = oidc.account?.accountId
    if (!accountId) return
    if (oidc.params?.grant_type === 'refresh_token') return counter.mark(projectId, accountId, 'renewal')
    const { AuthorizationCode, DeviceCode, BackchannelAuthenticationRequest } = oidc.entities
    const amr = (AuthorizationCode ?? DeviceCode ?? BackchannelAuthenticationRequest)?.amr
    counter.mark(projectId, accountId, amr?.length ? 'local' : 'upstream')
  })
}
