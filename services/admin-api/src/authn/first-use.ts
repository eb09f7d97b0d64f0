import { sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { digest } from '@signet/secrets'
import type { Deps } from '../deps.ts'

/**
 * Whether a value that may be used once was not used before; one statement decides, whichever replica asks.
 * @param seconds after which the value is refused for its age and need not be remembered
 */
export const isFirstUse = async (deps: Deps, value: string, seconds: number): Promise<boolean> =>
  (await acrossProjects(deps.database).run(sql`
    INSERT INTO oidc_replay_detections (project_id, id, payload, expires_at)
    SELECT administrators_project_id, ${digest(`agent proof ${value}`)}, '{}'::jsonb,
      now() + make_interval(secs => ${seconds}::int) FROM instance
    ON CONFLICT (project_id, id) DO NOTHING`)) === 1
