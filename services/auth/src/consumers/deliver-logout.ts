import { type Executor, raw, sql } from '@signet/db'
import { type ConsumerOptions, logoutNotice, type Nats, startConsumer } from '@signet/events'
import { egressBytes } from '@signet/http'
import { loadSettings } from '@signet/tenancy'
import type { IssuerDeps } from '../core/deps.ts'
import { CircuitBreakers, isTemporary } from './circuit-breakers.ts'
import { logoutToken, type Notice, targetOf } from './logout-token.ts'

interface Target {
  readonly projectId: string
  readonly clientId: string
}

const ofClient = ({ projectId, clientId }: Target) => sql`project_id = ${projectId} AND id = ${clientId}`

/** The failure is for the owner of the application: it is no fault of the instance. */
async function recordFailure(executor: Executor, target: Target, reason: string): Promise<void> {
  await executor.run(sql`
    UPDATE clients SET backchannel_logout_failure =
      jsonb_build_object('uri', backchannel_logout_uri, 'at', ${raw(isoNow)}, 'reason', ${reason}::text)
    WHERE ${ofClient(target)}`)
}

async function clearFailure(executor: Executor, target: Target): Promise<void> {
  await executor.run(sql`
    UPDATE clients SET backchannel_logout_failure = NULL
    WHERE ${ofClient(target)} AND backchannel_logout_failure IS NOT NULL`)
}

const isoNow = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Age at which a notice is dropped. */
const giveUpAfter = 24 * 60 * 60_000

const backoffMs = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000]

type DeliveryDeps = Pick<IssuerDeps, 'database' | 'vault' | 'egress' | 'logger' | 'faults'>

type Overrides = Pick<ConsumerOptions<Notice>, 'backoffMs' | 'isHopeless'>

/** Retries each notice until it is received, independent of requests. */
export function startLogoutDelivery(
  deps: DeliveryDeps,
  nats: Nats,
  overrides: Overrides = {},
): { close(): Promise<void> } {
  const breakers = new CircuitBreakers()
  return startConsumer({
    database: deps.database,
    nats,
    event: logoutNotice,
    name: 'logout-delivery',
    logger: deps.logger,
    concurrency: 32,
    backoffMs,
    isHopeless: ({ age }) => age >= giveUpAfter,
    ...overrides,
    work: (notice, { attempt }) => deliver(deps, breakers, notice, attempt),
    onDeadLetter: async (tx, payload, reason) => {
      const { projectId, clientId } = payload as Partial<Notice>
      if (projectId && clientId)
        await recordFailure(tx, { projectId, clientId }, 'It received no notice for a day.')
      deps.logger.error({ projectId, clientId, reason }, 'a logout notice was dropped after its last attempt')
      deps.faults.capture(new LogoutUndelivered(reason), {
        route: 'logout.notice',
        surface: 'oauth',
        clientId: clientId ?? null,
      })
    },
  })
}

class LogoutUndelivered extends Error {
  override name = 'LogoutUndelivered'
}

async function deliver(
  deps: DeliveryDeps,
  breakers: CircuitBreakers,
  notice: Notice,
  attempt: number,
): Promise<void> {
  const { 'backchannelLogout.enabled': enabled } = await loadSettings(deps.database)
  const target = enabled ? await targetOf(deps, notice) : null
  if (!target) return
  // The project in the key separates the failures of tenants that share an address.
  const status = await breakers.run(`${notice.projectId} ${target.uri}`, async () => {
    const response = await deps.egress.fetch(target.uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await logoutToken(deps, notice, target) }).toString(),
      maxBytes: egressBytes.answer,
      share: notice.projectId,
    })
    if (isTemporary(response.status)) throw new DeliveryFailed(response.status)
    return response.status
  })
  if (status === 200 || status === 204) return clearFailure(deps.database, notice)
  if (attempt === 1) throw new DeliveryFailed(status)
  await recordFailure(deps.database, notice, `It answered ${status}.`)
}

class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  constructor(status: number) {
    super(`the relying party answered ${status}`)
  }
}
