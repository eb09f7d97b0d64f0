import { sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { digest } from '@signet/secrets'
import type { Deps } from '../deps.ts'

/**
 * One INSERT decides among all replicas.
 * @param seconds time after which the value is rejected for its age, and its record can be removed
 */
export const isFirstUse = async (deps: Deps, value: string, seconds: number): Promise<boolean> =>
  (await acrossProjects(deps.database).run(sql`
    INSERT INTO oidc_replay_detections (project_id, id, payload, expires_at)
    SELECT administrators_project_id, ${digest(`agent proof ${value}`)}, '{}'::jsonb,
      now() + make_interval(secs => ${seconds}::int) FROM instance
    ON CONFLICT (project_id, id) DO NOTHING`)) === 1
