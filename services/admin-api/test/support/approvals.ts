import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
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
