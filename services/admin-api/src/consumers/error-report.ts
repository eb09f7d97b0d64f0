import { createHash } from 'node:crypto'
import { type Database, sql } from '@signet/db'
import { faultOccurred, type Nats, type PayloadOf, startConsumer } from '@signet/events'
import type { Egress } from '@signet/http'
import type { Logger } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import { loadSettings } from '@signet/tenancy'
import { dsnPlace } from '../domains/settings/error-report.ts'

type Occurrence = PayloadOf<typeof faultOccurred>

interface ErrorReportOptions {
  readonly database: Database
  readonly nats: Nats
  readonly vault: Vault
  readonly egress: Egress
  readonly logger: Logger
  readonly backoffMs?: readonly number[]
}

const attempts = 5

/** Sends a fault a few times with the envelope protocol; the error store keeps it. */
export function startErrorReport(options: ErrorReportOptions): { close(): Promise<void> } {
  const { database, nats, logger, backoffMs } = options
  return startConsumer({
    database,
    nats,
    logger,
    event: faultOccurred,
    name: 'error-report',
    concurrency: 2,
    work: (occurrence) => forward(options, occurrence),
    onDeadLetter: async () => undefined,
    isHopeless: ({ attempt }) => attempt >= attempts,
    ...(backoffMs ? { backoffMs } : {}),
  })
}

async function forward({ database, vault, egress }: ErrorReportOptions, one: Occurrence): Promise<void> {
  if (!(await loadSettings(database))['errorreport.enabled']) return
  const [row] = await database.rows<{ sealed: string | null }>(
    sql`SELECT dsn_sealed AS sealed FROM errorreport_settings`,
  )
  if (!row?.sealed) return
  const { endpoint, key } = read(vault.open(row.sealed, dsnPlace))
  const response = await egress.fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=signet/1, sentry_key=${key}`,
    },
    body: envelope(one),
  })
  if (!response.ok) throw new Error(`The error-reporting service returned the status ${response.status}.`)
}

/** Converts `https://<key>@<host>/<path>/<project>` to the endpoint `https://<host>/<path>/api/<project>/envelope/` and its key. */
function read(dsn: string): { endpoint: string; key: string } {
  const { origin, pathname, username } = new URL(dsn)
  const [, path = '', project = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? []
  return { endpoint: `${origin}${path}/api/${project}/envelope/`, key: username }
}

/** The id is derived from the reference, so the service recognizes a repeated delivery. */
function envelope(one: Occurrence): string {
  const event_id = createHash('sha256').update(one.reference).digest('hex').slice(0, 32)
  const { errorCode, message, stack, route, service, surface, status, reference, requestId } = one
  const event = {
    event_id,
    timestamp: one.at,
    platform: 'node',
    level: 'error',
    logger: service,
    ...(one.release ? { release: one.release } : {}),
    ...(one.instance ? { server_name: one.instance } : {}),
    ...(route ? { transaction: route } : {}),
    fingerprint: [one.fingerprint],
    tags: { service, errorCode, surface, status, reference },
    extra: { stack, requestId },
    exception: { values: [{ type: errorCode, value: message }] },
  }
  return [{ event_id, sent_at: new Date().toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n')
}
