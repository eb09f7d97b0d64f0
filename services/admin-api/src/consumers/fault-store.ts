import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '@signet/contracts'
import { type Database, type Executor, sql } from '@signet/db'
import {
  faultOccurred,
  faultsDropped,
  faultsRecorded,
  type Nats,
  type PayloadOf,
  sendSignal,
  startConsumer,
} from '@signet/events'
import { type Logger, newId } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'

type Occurrence = PayloadOf<typeof faultOccurred>

interface FaultStoreOptions {
  readonly database: Database
  readonly nats: Nats
  readonly logger: Logger
}

const sweepEveryMs = 60 * 60 * 1000

/** The count is exact because it commits together with the record of the processed message. */
export function startFaultStore({ database, nats, logger }: FaultStoreOptions): { close(): Promise<void> } {
  const onRecorded = (eventId: string) => sendSignal(nats, faultsRecorded, { ids: [eventId] })
  const common = { database, nats, logger, concurrency: 4, onRecorded }
  const consumers = [
    startConsumer({
      ...common,
      event: faultOccurred,
      name: 'fault-store',
      effect: async (tx, occurrence) => record(tx, occurrence, await loadSettings(tx)),
      onDeadLetter: (tx, payload) => countDropped(tx, serviceOf(payload), 1),
    }),
    startConsumer({
      ...common,
      event: faultsDropped,
      name: 'fault-store-dropped',
      effect: (tx, { service, count }) => countDropped(tx, service, count),
      onDeadLetter: (tx, payload) => countDropped(tx, serviceOf(payload), 1),
    }),
  ]
  const stop = new AbortController()
  const sweeping = sweepUntil(stop.signal, database, logger)
  return {
    async close() {
      stop.abort()
      await Promise.all([...consumers.map((consumer) => consumer.close()), sweeping])
    },
  }
}

const serviceOf = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null && 'service' in payload
    ? String(payload.service)
    : 'unknown'

/** An occurrence of a new fault beyond the limit of records is counted as dropped. */
async function record(tx: Executor, occurrence: Occurrence, settings: Settings): Promise<void> {
  if (!settings['errorStore.enabled']) return
  const id = await upsert(tx, occurrence, settings['errorStore.maxGroups'])
  if (id === undefined) return countDropped(tx, occurrence.service, 1)
  const { reference, at, requestId, release, instance, origin } = occurrence
  await tx.run(sql`
    INSERT INTO fault_samples (reference, fault_id, at, request_id, release, instance, origin)
    VALUES (${reference}, ${id}, ${at}, ${requestId}, ${release}, ${instance}, ${origin}) ON CONFLICT DO NOTHING`)
  await keepOutermost(tx, id, settings['errorStore.samplesPerGroup'])
}

const isLatest = sql`excluded.last_seen_at >= f.last_seen_at`

async function upsert(tx: Executor, one: Occurrence, maxGroups: number): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(sql`
    INSERT INTO faults AS f (id, fingerprint, error_code, message, stack, route, surface, service, status, client_id, actor,
      occurrences, first_seen_at, last_seen_at)
    SELECT ${newId('fault')}, ${one.fingerprint}, ${one.errorCode}, ${one.message}, ${one.stack}, ${one.route}, ${one.surface},
      ${one.service}, ${one.status}::int, ${one.clientId}, ${one.actor}, 1, ${one.at}::timestamptz, ${one.at}::timestamptz
    WHERE EXISTS (SELECT FROM faults WHERE fingerprint = ${one.fingerprint}) OR (SELECT count(*) FROM faults) < ${maxGroups}::bigint
    ON CONFLICT (fingerprint) DO UPDATE SET occurrences = f.occurrences + 1,
      first_seen_at = LEAST(f.first_seen_at, excluded.first_seen_at),
      last_seen_at = GREATEST(f.last_seen_at, excluded.last_seen_at),
      surface = CASE WHEN ${isLatest} THEN excluded.surface ELSE f.surface END,
      client_id = CASE WHEN ${isLatest} THEN excluded.client_id ELSE f.client_id END,
      actor = CASE WHEN ${isLatest} THEN excluded.actor ELSE f.actor END
    RETURNING f.id`)
  return row?.id
}

/** Keeps the earliest half and the latest half. */
const keepOutermost = (tx: Executor, faultId: string, samples: number) =>
  tx.run(sql`
    DELETE FROM fault_samples WHERE reference IN (
      SELECT reference FROM (
        SELECT reference, row_number() OVER (ORDER BY at, reference) AS first,
          row_number() OVER (ORDER BY at DESC, reference DESC) AS last
        FROM fault_samples WHERE fault_id = ${faultId}) ranked
      WHERE first > ${Math.ceil(samples / 2)} AND last > ${Math.floor(samples / 2)})`)

const countDropped = async (tx: Executor, service: string, count: number): Promise<void> => {
  await tx.run(sql`
    INSERT INTO faults_dropped AS d (service, dropped) VALUES (${service}, ${count}::int)
    ON CONFLICT (service) DO UPDATE SET dropped = d.dropped + excluded.dropped`)
}

/** Deletes faults that did not occur for errorStore.retentionDays. Concurrent runs of replicas are harmless. */
async function sweepUntil(signal: AbortSignal, database: Database, logger: Logger): Promise<void> {
  while (!signal.aborted) {
    await sweepFaults(database).catch((error) => logger.warn({ err: error }, 'faults were not swept'))
    await pause(sweepEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

async function sweepFaults(database: Database): Promise<void> {
  const { 'errorStore.retentionDays': days } = await loadSettings(database)
  await database.run(sql`DELETE FROM faults WHERE last_seen_at < now() - make_interval(days => ${days}::int)`)
}
