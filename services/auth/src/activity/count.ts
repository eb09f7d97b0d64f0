import type { Executor } from '@signet/db'
import type { Logger } from '@signet/runtime'
import { type ActivityKind, type ActivityMark, markActive } from '@signet/sessions'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { repeatWrite } from './repeat-write.ts'

/** The set is then cleared: a repeated mark changes no row. */
const maxRemembered = 200_000
const flushEveryMs = 5_000
const maxPerStatement = 5_000

export interface ActivityCounter {
  mark(projectId: string, accountId: string, kind: ActivityKind): void
  close(): Promise<void>
}

/** Counts active users once per day and kind. A killed process loses a few seconds of marks. */
export function startActivityCounter(executor: Executor, logger: Logger): ActivityCounter {
  // An LRU cache would allocate 5 MiB for its maximum at start.
  const marked = new Set<string>()
  let today = ''
  let waiting: ActivityMark[] = []

  async function flush(): Promise<void> {
    while (waiting.length) {
      const marks = waiting.slice(0, maxPerStatement)
      waiting = waiting.slice(maxPerStatement)
      try {
        await markActive(executor, marks)
      } catch (error) {
        waiting = [...marks, ...waiting]
        logger.warn({ err: error, waiting: waiting.length }, 'activity was not written and will be retried')
        return
      }
    }
  }
  const { close } = repeatWrite(flush, flushEveryMs)
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
    close,
  }
}

const renewals = new Set<unknown>(['refresh_token', 'urn:ietf:params:oauth:grant-type:token-exchange'])

/** A refresh or exchange is a renewal, any other grant counts by its kind of sign-in. */
export function countActivity(provider: Provider, counter: ActivityCounter, projectId: string): void {
  provider.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    const accountId = oidc.account?.accountId
    if (!accountId) return
    if (renewals.has(oidc.params?.grant_type)) return counter.mark(projectId, accountId, 'renewal')
    const { AuthorizationCode, DeviceCode, BackchannelAuthenticationRequest } = oidc.entities
    const amr = (AuthorizationCode ?? DeviceCode ?? BackchannelAuthenticationRequest)?.amr
    counter.mark(projectId, accountId, amr?.length ? 'local' : 'upstream')
  })
}
