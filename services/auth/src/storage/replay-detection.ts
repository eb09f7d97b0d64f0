import { createHash } from 'node:crypto'
import { type Executor, sql } from '@signet/db'
import type Provider from 'oidc-provider'
import { longestLife } from '../provider-options/issued-at.ts'

/** A record of a used `jti` lasts at most so long, and so does every JWT that is accepted once. Seconds. */
const longestRecord = longestLife + 120

/**
 * A `jti` is unique by one conditional insert; oidc-provider's own find-then-save would let two requests of the same
 * moment through (R4).
 */
export function detectReplays(provider: Provider, executor: Executor, projectId: string): void {
  const detection = provider.ReplayDetection as unknown as {
    unique(issuer: string, jti: string, exp: number): Promise<boolean>
  }
  detection.unique = async (issuer, jti, exp) => {
    const until = Number(exp)
    // Its record would end before it does, and then it could be used again.
    if (!(until <= Date.now() / 1000 + longestRecord)) return false
    const id = createHash('sha256').update(`${issuer} ${jti}`).digest('base64url')
    const inserted = await executor.run(sql`
      INSERT INTO oidc_replay_detections AS seen (project_id, id, payload, expires_at)
      VALUES (${projectId}, ${id}, '{}'::jsonb, to_timestamp(${Math.max(until, 0)}))
      ON CONFLICT (project_id, id) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE seen.expires_at < now()`)
    return inserted === 1
  }
}
