import { limits, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type * as z from 'zod'
import type { Administrator } from '../../caller.ts'
import { implement, implementRead } from '../../implement.ts'
import { listableBy } from '../../projects/rights.ts'
import { demoting, generating, keySet, promoting, retiring, revoking, rotating } from './changes.ts'
import { listKeys } from './key-set.ts'

type ReadyKey = z.input<typeof operations.project_key_ready_list.answer>['keys'][number]

/** Keys that can be promoted and never signed. */
async function readyKeys(executor: Executor, caller: Administrator): Promise<ReadyKey[]> {
  const rows = await executor.rows<Omit<ReadyKey, 'promotableAt'> & { readonly promotableAt: Date }>(sql`
    SELECT p.id AS "projectId", p.name AS "projectName", k.kid, k.algorithm, k.promotable_at AS "promotableAt"
    FROM signing_keys k JOIN projects p ON p.id = k.key_set_id
    WHERE k.state = 'published' AND k.signing_since IS NULL AND k.promotable_at <= now() AND ${listableBy(caller)}
    ORDER BY k.promotable_at, k.kid LIMIT ${limits.readyKeys}::int`)
  return rows.map(({ promotableAt, ...row }) => ({ ...row, promotableAt: promotableAt.toISOString() }))
}

export const jwks_list = implementRead(operations.jwks_list, (at) => listKeys(at.deps.database, keySet(at)))
export const jwks_generate = implement(operations.jwks_generate, generating)
export const jwks_promote = implement(operations.jwks_promote, promoting)
export const jwks_demote = implement(operations.jwks_demote, demoting)
export const jwks_rotate = implement(operations.jwks_rotate, rotating)
export const jwks_retire = implement(operations.jwks_retire, retiring)
export const jwks_revoke = implement(operations.jwks_revoke, revoking)

export const project_key_list = implementRead(operations.project_key_list, (at) =>
  listKeys(at.deps.database, keySet(at)),
)
export const project_key_ready_list = implementRead(
  operations.project_key_ready_list,
  async ({ deps: { database }, caller }) => ({ keys: await readyKeys(database, caller) }),
)
export const project_key_generate = implement(operations.project_key_generate, generating)
export const project_key_promote = implement(operations.project_key_promote, promoting)
export const project_key_demote = implement(operations.project_key_demote, demoting)
export const project_key_rotate = implement(operations.project_key_rotate, rotating)
export const project_key_retire = implement(operations.project_key_retire, retiring)
export const project_key_revoke = implement(operations.project_key_revoke, revoking)
