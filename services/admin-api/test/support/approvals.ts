import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { keepForReveal } from '../../src/secret-reveals/secret-reveals.ts'
import type { Service, World } from './world.ts'

interface WaitingCall {
  readonly tool?: string
  readonly clientId?: string
  readonly needsFreshSignIn?: boolean
  /** Seconds from now. */
  readonly expiresIn?: number
}

/** Returns the id of the approval. */
export async function waitingApproval(
  { database }: Service,
  accountId: string,
  {
    tool = 'project_user_delete',
    clientId = 'signet-agent',
    needsFreshSignIn = false,
    expiresIn = 900,
  }: WaitingCall = {},
): Promise<string> {
  const id = newId('approval')
  await database.run(sql`
    INSERT INTO agent_approvals (id, account_id, client_id, tool, arguments_digest, state_digest, input, shows, needs_fresh_sign_in, expires_at)
    VALUES (${id}, ${accountId}, ${clientId}, ${tool}, 'a', 's', '{}'::jsonb, '{}'::jsonb, ${needsFreshSignIn},
      now() + make_interval(secs => ${expiresIn}))`)
  return id
}

/** Returns the id of the suspension. */
export async function suspendedAgent({ database }: Service, accountId: string): Promise<string> {
  const id = newId('agentSuspension')
  await database.run(sql`
    INSERT INTO agent_suspensions (id, client_id, account_id) VALUES (${id}, ${`agent-${id}`}, ${accountId})`)
  return id
}

/** Returns the id of the request for a permission. */
export async function waitingAgent({ database }: Service, name = 'Agent'): Promise<string> {
  const id = newId('agentRequest')
  await database.run(sql`
    INSERT INTO agent_requests (id, client_id, name, redirect_uri, expires_at)
    VALUES (${id}, ${`https://agent.example/${id}`}, ${name}, 'https://agent.example/callback', now() + interval '1 day')`)
  return id
}

/** Returns the id of the reveal. */
export async function keptSecret({ database, deps, project }: World, accountId: string): Promise<string> {
  const input = { projectId: project }
  const made = { accountId, clientId: 'signet-agent', tool: 'client_secret_rotate', input }
  return (await keepForReveal(database, deps.vault, made, { clientSecret: 'a secret' })).id
}
