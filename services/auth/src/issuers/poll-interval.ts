import { type Executor, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import Provider, { errors } from 'oidc-provider'

/**
 * How long after one poll the next one comes too early, in seconds. Applications wait five, since our answers name no
 * other interval (RFC 8628 3.2, CIBA Core 7.3); one second is left to the network between two of their requests.
 */
const tooEarly = 4

interface Found {
  readonly clientId?: string | undefined
  readonly grantId?: string | undefined
  readonly error?: string | undefined
  readonly isExpired: boolean
}

interface Polled {
  find(value: string, options?: object): Promise<Found | undefined>
}

/**
 * Answers `slow_down` to an application that asks again within the interval about what nobody has answered yet
 * (RFC 8628 3.5, CIBA Core 11). Replicas share the count.
 */
export function limitPolling(provider: Provider, executor: Executor, projectId: string): void {
  for (const model of [provider.DeviceCode, provider.BackchannelAuthenticationRequest]) {
    const polled = model as unknown as Polled
    const find = polled.find.bind(polled)
    polled.find = async (value, options) => {
      const found = await find(value, options)
      if (found && beginsPoll(found) && !(await isFirstOfInterval(executor, projectId, value)))
        throw new errors.SlowDown()
      return found
    }
  }
}

/** A request may look at what it polls more than once. */
const counted = new WeakSet<object>()

/** The token endpoint is asked by the application it belongs to, and nobody has answered. */
function beginsPoll({ clientId, grantId, error, isExpired }: Found): boolean {
  const oidc = Provider.ctx?.oidc
  if (oidc?.route !== 'token' || clientId !== oidc.client?.clientId || counted.has(oidc)) return false
  counted.add(oidc)
  return !grantId && !error && !isExpired
}

async function isFirstOfInterval(executor: Executor, projectId: string, value: string): Promise<boolean> {
  const written = await executor.run(sql`
    INSERT INTO oidc_replay_detections AS seen (project_id, id, payload, expires_at)
    VALUES (${projectId}, ${digest(`poll ${value}`)}, '{}'::jsonb, now() + make_interval(secs => ${tooEarly}))
    ON CONFLICT (project_id, id) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE seen.expires_at < now()`)
  return written === 1
}
