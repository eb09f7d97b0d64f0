import { newId } from '@signet/runtime'
import { createMachineGrant } from '../agents.ts'
import { type Executor, sql } from '../sql.ts'

export const MACHINE_CLIENT_ID = 'signet-machine'

export interface SeededMachine {
  readonly jwks: object
  readonly actsFor: string
}

/** Keeps an existing entry, which an administrator may have changed. */
export async function ensureMachine(
  tx: Executor,
  projectId: string,
  { jwks, actsFor }: SeededMachine,
): Promise<'permitted' | 'known' | 'nobody'> {
  const [known] = await tx.rows(sql`SELECT 1 FROM agent_clients WHERE client_id = ${MACHINE_CLIENT_ID}`)
  if (known) return 'known'
  const [account] = await tx.rows<{ id: string }>(
    sql`SELECT id FROM accounts WHERE project_id = ${projectId} AND lower(email) = lower(${actsFor}) AND active`,
  )
  if (!account) return 'nobody'
  const grantId = await createMachineGrant(tx, {
    projectId,
    accountId: account.id,
    clientId: MACHINE_CLIENT_ID,
  })
  await tx.run(sql`
    INSERT INTO agent_clients (id, client_id, name, acts_for, grant_id, jwks)
    VALUES (${newId('agentClient')}, ${MACHINE_CLIENT_ID}, 'Provisioned machine', ${account.id}, ${grantId},
      ${JSON.stringify(jwks)}::jsonb)`)
  await tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${projectId}`)
  return 'permitted'
}
