import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { keepForReveal } from '../../src/secret-reveals/secret-reveals.ts'
import type { Service } from './world.ts'

interface Waiting {
  readonly tool?: string
  /** Seconds from now. */
  readonly expiresIn?: number
}

/** A call of an agent that waits for an administrator. Answers the approval's id. */
export async function waitingApproval(
  { database }: Service,
  accountId: string,
  { tool = 'project_user_delete', expiresIn = 900 }: Waiting = {},
): Promise<string> {
  const id = newId('approval')
  await database.run(sql`
    INSERT INTO agent_approvals (id, account_id, client_id, tool, arguments_digest, state_digest, input, shows, expires_at)
    VALUES (${id}, ${accountId}, 'signet-agent', ${tool}, 'a', 's', '{}'::jsonb, '{}'::jsonb,
      now() + make_interval(secs => ${expiresIn}))`)
  return id
}

/** A secret that a call of an agent made. Answers the id it is revealed by. */
export async function keptSecret({ database, deps }: Service, accountId: string): Promise<string> {
  const made = { accountId, clientId: 'signet-agent', tool: 'client_secret_rotate', input: {} }
  return (await keepForReveal(database, deps.vault, made, { clientSecret: 'a secret' })).id
}
