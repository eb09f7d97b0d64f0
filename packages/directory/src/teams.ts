import { limits } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId } from '@signet/runtime'

interface PersonalTeam {
  readonly projectId: string
  readonly accountId: string
  readonly email: string
}

/** The team every administrator has for themselves, named after the start of their address. */
export async function createPersonalTeam(
  tx: Executor,
  { projectId, accountId, email }: PersonalTeam,
): Promise<string> {
  const id = newId('team')
  const name = (email.split('@')[0] || email).slice(0, limits.nameCharacters)
  await tx.run(
    sql`INSERT INTO teams (id, name, kind, personal_of) VALUES (${id}, ${name}, 'personal', ${accountId})`,
  )
  await tx.run(
    sql`INSERT INTO team_members (team_id, project_id, account_id, role) VALUES (${id}, ${projectId}, ${accountId}, 'owner')`,
  )
  return id
}
