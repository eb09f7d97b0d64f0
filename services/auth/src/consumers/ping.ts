import { sql } from '@signet/db'
import {
  type ConsumerOptions,
  cibaPing,
  GiveUp,
  type Nats,
  type PayloadOf,
  startConsumer,
} from '@signet/events'
import { egressBytes } from '@signet/http'
import type { IssuerDeps } from '../core/deps.ts'
import { openPing } from '../protocol/sealed-ping.ts'
import { CircuitBreakers, isTemporary } from './circuit-breakers.ts'

type Ping = PayloadOf<typeof cibaPing>
type PingDeps = Pick<IssuerDeps, 'database' | 'vault' | 'egress' | 'logger'>
type Overrides = Pick<ConsumerOptions<Ping>, 'backoffMs'>

const backoffMs = [1_000, 2_000, 5_000, 15_000, 30_000]

/** Longest lifetime of a request; a later ping has no use. */
const giveUpAfter = 10 * 60_000

/** CIBA Core 10.2, with retries. Applications may poll as well. */
export function startPings(
  deps: PingDeps,
  nats: Nats,
  overrides: Overrides = {},
): { close(): Promise<void> } {
  const breakers = new CircuitBreakers()
  return startConsumer({
    database: deps.database,
    nats,
    event: cibaPing,
    name: 'ciba-ping',
    logger: deps.logger,
    backoffMs,
    isHopeless: ({ age }) => age >= giveUpAfter,
    ...overrides,
    work: (ping) => send(deps, breakers, ping),
    onDeadLetter: async (_tx, payload, reason) => {
      const { projectId } = payload as Partial<Ping>
      deps.logger.warn(
        { projectId, reason },
        'a CIBA ping was dropped after its last attempt; the application can still poll',
      )
    },
  })
}

interface Row {
  readonly uri: string
  readonly sealed: string
}

async function send(
  deps: PingDeps,
  breakers: CircuitBreakers,
  { projectId, requestKey }: Ping,
): Promise<void> {
  const [row] = await deps.database.rows<Row>(sql`
    SELECT c.backchannel_client_notification_endpoint AS uri, r.payload->'params'->>'ping' AS sealed
    FROM oidc_backchannel_requests r
    JOIN clients c ON c.project_id = r.project_id AND c.id = r.payload->>'clientId'
    WHERE r.project_id = ${projectId} AND r.id = ${requestKey} AND r.expires_at > now() AND r.consumed_at IS NULL
      AND c.backchannel_client_notification_endpoint IS NOT NULL AND r.payload->'params'->>'ping' IS NOT NULL`)
  if (!row) return
  const { authReqId, token } = openPing(deps.vault, projectId, requestKey, row.sealed)
  const status = await breakers.run(row.uri, async () => {
    const response = await deps.egress.fetch(row.uri, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_req_id: authReqId }),
      maxBytes: egressBytes.answer,
      share: projectId,
    })
    if (isTemporary(response.status)) throw new Error(`the application answered ${response.status}`)
    return response.status
  })
  if (status === 200 || status === 204) return
  // A rejected ping, with 401 or 403 for instance, is not repeated (FAPI-CIBA 5.2.2).
  throw new GiveUp(`the application answered ${status}`)
}
