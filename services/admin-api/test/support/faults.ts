import { randomInt } from 'node:crypto'
import { sql } from '@signet/db'
import { newId, newTypeId } from '@signet/runtime'
import type { World } from './world.ts'

/** The reporting service gets no requests. */
export const errorReport = () => ({
  enabled: true,
  dsn: `https://${newTypeId('key')}@errors.acme.example/${randomInt(1, 100_000)}`,
})

interface FaultFields {
  readonly errorCode?: string
  readonly route?: string
  readonly occurrences?: number
  readonly lastSeenAt?: string
}

export async function addFault({ database }: Pick<World, 'database'>, fields: FaultFields = {}) {
  const { errorCode = 'internal', route = `/${newTypeId('route')}`, occurrences = 1 } = fields
  const { lastSeenAt = new Date().toISOString() } = fields
  const [faultId, reference] = [newId('fault'), newTypeId('err')]
  await database.run(sql`
    INSERT INTO faults (id, fingerprint, error_code, message, route, service, occurrences, first_seen_at, last_seen_at)
    VALUES (${faultId}, ${faultId}, ${errorCode}, 'It broke.', ${route}, 'auth', ${occurrences}, ${lastSeenAt}, ${lastSeenAt})`)
  await database.run(
    sql`INSERT INTO fault_samples (reference, fault_id, at) VALUES (${reference}, ${faultId}, ${lastSeenAt})`,
  )
  return { faultId, reference, route }
}
