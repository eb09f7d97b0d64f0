import { isOperationName, operations, type SecretReveal } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { Refusal, refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import { implement, implementRead } from '../../implement.ts'
import { checkAccess } from '../../pipeline/access.ts'
import { loadProject } from '../../projects/row.ts'
import { takeSecrets } from '../../secret-reveals/secret-reveals.ts'

type Times = 'createdAt' | 'expiresAt'

interface RevealRecord extends Omit<SecretReveal, Times | 'title'> {
  readonly entryId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * An agent's call created the secret for this administrator, who must still be permitted to make that call. Refuses every other with
 * not_found.
 */
async function findReveal(executor: Executor, caller: Administrator, id: string): Promise<RevealRecord> {
  const { accountId } = caller
  const [row] = await executor.rows<RevealRecord>(sql`
    SELECT r.id, r.client_id AS "clientId", COALESCE(c.name, r.client_id) AS "clientName", c.id AS "entryId", r.tool,
      r.input, r.fields, r.created_at AS "createdAt", r.expires_at AS "expiresAt"
    FROM secret_reveals r LEFT JOIN agent_clients c ON c.client_id = r.client_id
    WHERE r.id = ${id} AND r.account_id = ${accountId} AND r.expires_at > now()`)
  if (!row || !(await mayStillMake(executor, caller, row))) refuse('not_found')
  return row
}

async function mayStillMake(
  executor: Executor,
  caller: Administrator,
  { tool, input }: Pick<RevealRecord, 'tool' | 'input'>,
): Promise<boolean> {
  if (!isOperationName(tool)) return false
  const given = input as Readonly<Record<string, unknown>>
  const project = given.projectId === undefined ? null : await loadProject(executor, String(given.projectId))
  try {
    checkAccess(operations[tool], caller, { project, destroyed: null }, given)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export const secret_reveal_get = implementRead(
  operations.secret_reveal_get,
  async ({ deps, caller }, { revealId }) => {
    const { entryId: _entryId, ...row } = await findReveal(deps.database, caller, revealId)
    return {
      ...row,
      title: isOperationName(row.tool) ? operations[row.tool].title : row.tool,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    }
  },
)

export const secret_reveal_open = implement(operations.secret_reveal_open, {
  async prepare({ deps, caller }, { revealId }) {
    const { entryId, clientId, clientName, tool } = await findReveal(deps.database, caller, revealId)
    const detail = { name: clientName, clientId, tool, secretReveal: revealId }
    return { target: { id: entryId ?? clientId, detail } }
  },

  async apply({ sql: tx }, { deps, caller }, { revealId }) {
    await findReveal(tx, caller, revealId)
    const found = await takeSecrets(tx, deps.vault, { id: revealId, accountId: caller.accountId })
    return { revealed: found ?? refuse('not_found') }
  },
})
