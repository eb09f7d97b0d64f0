import { createHash } from 'node:crypto'
import { sql } from '@signet/db'
import { longestLife } from '../protocol/issued-at.ts'
import type { Members, Wrapper } from './override.ts'

type Unique = Members['ReplayDetection']['unique']

/** Longest life of a record, and so of every JWT that is accepted once. Seconds. */
const longestRecord = longestLife + 120

/** A conditional insert rejects the second of two concurrent requests with one `jti`. */
export const insertOnce: Wrapper<Unique> = (_unique, { context: { deps, project } }) =>
  async function unique(issuer, jti, exp) {
    const until = Number(exp)
    // The record would expire before the JWT, which a later request could then use again.
    if (!(until <= Date.now() / 1000 + longestRecord)) return false
    const id = createHash('sha256').update(`${issuer} ${jti}`).digest('base64url')
    const inserted = await deps.database.run(sql`
      INSERT INTO oidc_replay_detections AS seen (project_id, id, payload, expires_at)
      VALUES (${project.id}, ${id}, '{}'::jsonb, to_timestamp(${Math.max(until, 0)}))
      ON CONFLICT (project_id, id) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE seen.expires_at < now()`)
    return inserted === 1
  }
