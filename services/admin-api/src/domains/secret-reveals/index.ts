import { isOperationName, operations, type SecretReveal } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { implement, implementRead } from '../../implement.ts'
import { takeSecrets } from '../../secret-reveals/secret-reveals.ts'

type Times = 'createdAt' | 'expiresAt'

interface RevealRecord extends Omit<SecretReveal, Times | 'title'> {
  readonly entryId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Secrets that agents made for this administrator and that nobody has read; of anybody else's nothing is known. */
async function findReveal(executor: Executor, accountId: string, id: string): Promise<RevealRecord> {
  const [row] = await executor.rows<RevealRecord>(sql`
    SELECT r.id, r.client_id AS "clientId", COALESCE(c.name, r.client_id) AS "clientName", c.id AS "entryId", r.tool,
      r.input, r.fields, r.created_at AS "createdAt", r.expires_at AS "expiresAt"
    FROM secret_reveals r LEFT JOIN agent_clients c ON c.client_id = r.client_id
    WHERE r.id = ${id} AND r.account_id = ${accountId} AND r.expires_at > now()`)
  return row ?? refuse('not_found')
}

export const secret_reveal_get = implementRead(
  operations.secret_reveal_get,
  async ({ deps, caller }, { revealId }) => {
    const { entryId: _entryId, ...row } = await findReveal(deps.database, caller.accountId, revealId)
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
    const { entryId, clientId, clientName, tool } = await findReveal(
      deps.database,
      caller.accountId,
      revealId,
    )
    const detail = { name: clientName, clientId, tool, secretReveal: revealId }
    return { target: { id: entryId ?? clientId, detail } }
  },

  async apply({ sql: tx }, { deps, caller }, { revealId }) {
    const found = await takeSecrets(tx, deps.vault, { id: revealId, accountId: caller.accountId })
    return { revealed: found ?? refuse('not_found') }
  },
})
