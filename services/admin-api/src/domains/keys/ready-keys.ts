import { limits, type operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type * as z from 'zod'
import type { Administrator } from '../../caller.ts'
import { listableBy } from '../../projects/rights.ts'

type ReadyKey = z.input<typeof operations.project_key_ready_list.answer>['keys'][number]

/** Keys that can be promoted and never signed. */
export async function readyKeys(executor: Executor, caller: Administrator): Promise<ReadyKey[]> {
  const rows = await executor.rows<Omit<ReadyKey, 'promotableAt'> & { readonly promotableAt: Date }>(sql`
    SELECT p.id AS "projectId", p.name AS "projectName", k.kid, k.algorithm, k.promotable_at AS "promotableAt"
    FROM signing_keys k JOIN projects p ON p.id = k.key_set_id
    WHERE k.state = 'published' AND k.signing_since IS NULL AND k.promotable_at <= now() AND ${listableBy(caller)}
    ORDER BY k.promotable_at, k.kid LIMIT ${limits.readyKeys}::int`)
  return rows.map(({ promotableAt, ...row }) => ({ ...row, promotableAt: promotableAt.toISOString() }))
}
