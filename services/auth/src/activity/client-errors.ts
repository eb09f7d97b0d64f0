import { limits } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { Logger } from '@signet/runtime'
import { type RepeatedWrite, repeatWrite } from './repeat-write.ts'

/** Contains no secrets and personal data. */
export interface ClientErrorNote {
  readonly projectId: string
  readonly clientId: string
  readonly endpoint: string
  readonly error: string
  readonly reason: string
  readonly value: string
}

export interface ClientErrors extends RepeatedWrite {
  note(error: ClientErrorNote): void
}

interface Gathered extends ClientErrorNote {
  count: number
  readonly firstAt: Date
  lastAt: Date
}

const flushEveryMs = 2_000
/** Distinct errors per flush, in total and of one application; further ones are dropped. */
const maxGathered = 1_000
const maxOfClient = 20
const keptDays = 7
const maxCharacters = { reason: 300, value: 300 }

/**
 * Counts equal errors, so that a failing application costs one row and a few statements per second. A killed process loses two seconds
 * of errors.
 */
export function startClientErrors(executor: Executor, logger: Logger): ClientErrors {
  let gathered = new Map<string, Gathered>()
  const ofClients = new Map<string, number>()

  async function write(): Promise<void> {
    if (gathered.size === 0) return
    const errors = [...gathered.values()]
    gathered = new Map()
    ofClients.clear()
    try {
      await writeErrors(executor, errors)
    } catch (error) {
      logger.warn({ err: error, lost: errors.length }, 'recent errors of applications were not written')
    }
  }
  return {
    note(error) {
      const bounded = {
        ...error,
        reason: storable(error.reason, maxCharacters.reason),
        value: storable(error.value, maxCharacters.value),
      }
      const key = Object.values(bounded).join('\n')
      const now = new Date()
      const known = gathered.get(key)
      if (known) {
        known.count += 1
        known.lastAt = now
        return
      }
      const ofClient = ofClients.get(error.clientId) ?? 0
      if (gathered.size >= maxGathered || ofClient >= maxOfClient) return
      ofClients.set(error.clientId, ofClient + 1)
      gathered.set(key, { ...bounded, count: 1, firstAt: now, lastAt: now })
    },
    ...repeatWrite(write, flushEveryMs),
  }
}

const storable = (text: string, characters: number): string =>
  text
    .slice(0, characters)
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()

/** Deletes the oldest errors of each application beyond the limit. */
async function writeErrors(executor: Executor, errors: readonly Gathered[]): Promise<void> {
  await executor.run(sql`
    INSERT INTO client_errors AS e (project_id, client_id, endpoint, error, reason, value, count, first_at, last_at, expires_at)
    SELECT c.project_id, c.id, n.endpoint, n.error, n.reason, n.value, n.count, n."firstAt", n."lastAt",
      n."lastAt" + make_interval(days => ${keptDays}::int)
    FROM jsonb_to_recordset(${JSON.stringify(errors)}::jsonb) AS n("projectId" text, "clientId" text, endpoint text,
      error text, reason text, value text, count int, "firstAt" timestamptz, "lastAt" timestamptz)
    JOIN clients c ON c.project_id = n."projectId" AND c.id = n."clientId" AND NOT c.built_in
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (project_id, client_id, endpoint, error, reason, value)
    DO UPDATE SET count = LEAST(e.count::bigint + EXCLUDED.count, 2147483647)::int,
      last_at = EXCLUDED.last_at, expires_at = EXCLUDED.expires_at`)
  const clients = [...new Set(errors.map(({ clientId }) => clientId))]
  await executor.run(sql`
    DELETE FROM client_errors e USING (
      SELECT project_id, client_id, endpoint, error, reason, value,
        row_number() OVER (PARTITION BY project_id, client_id ORDER BY last_at DESC) AS position
      FROM client_errors WHERE client_id = ANY(${clients})) old
    WHERE old.position > ${limits.clientErrors}::int
      AND (e.project_id, e.client_id, e.endpoint, e.error, e.reason, e.value)
        = (old.project_id, old.client_id, old.endpoint, old.error, old.reason, old.value)`)
}
