import { type Executor, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import Provider, { errors } from 'oidc-provider'
import type { Find, PolledCode, Wrapper } from './override.ts'

/**
 * Seconds after a poll in which the next one is too early. Clients wait five, since the responses name no other interval
 * (RFC 8628 3.2, CIBA Core 7.3); one second is left to the network between two requests.
 */
const tooEarly = 4

/** Name of the mark in a request's state: it has been counted. A request may read the code more than once. */
const counted = 'signet.pollCounted'

/** Rejects a poll for an undecided code within the interval with `slow_down`. Replicas share the count. */
export const limitPolling: Wrapper<Find<PolledCode>> = (find, { context: { deps, project } }) =>
  async function findPolled(value, options) {
    const found = await find.call(this, value, options)
    if (found && beginsPoll(found) && !(await isFirstOfInterval(deps.database, project.id, value)))
      throw new errors.SlowDown()
    return found
  }

/** Returns whether the client of the code sent this token request, and the user has not decided. */
function beginsPoll({ clientId, grantId, error, isExpired }: PolledCode): boolean {
  const ctx = Provider.ctx
  if (ctx?.oidc.route !== 'token' || clientId !== ctx.oidc.client?.clientId || ctx.state[counted])
    return false
  ctx.state[counted] = true
  return !grantId && !error && !isExpired
}

async function isFirstOfInterval(executor: Executor, projectId: string, value: string): Promise<boolean> {
  const written = await executor.run(sql`
    INSERT INTO oidc_replay_detections AS seen (project_id, id, payload, expires_at)
    VALUES (${projectId}, ${digest(`poll ${value}`)}, '{}'::jsonb, now() + make_interval(secs => ${tooEarly}))
    ON CONFLICT (project_id, id) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE seen.expires_at < now()`)
  return written === 1
}
