import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { loadSettings } from '@signet/directory'
import type { Administrator } from '../../caller.ts'
import { implementRead } from '../../implement.ts'
import { addressFormsOf } from '../projects/project-rules.ts'
import { activeTeamOf, membershipsOf } from './teams.ts'

export const whoami = implementRead(operations.whoami, async ({ deps, caller }) => {
  const settings = await loadSettings(deps.database)
  return {
    id: caller.accountId,
    email: caller.email,
    verified: await isVerified(deps.database, caller),
    superAdministrator: caller.superAdministrator,
    teams: await membershipsOf(deps.database, caller),
    activeTeamId: activeTeamOf(caller),
    can: {
      createProject: caller.superAdministrator || caller.teams.some(({ kind }) => kind !== 'system'),
      addressForms: addressFormsOf(caller, settings),
      createTeam: true,
      instance: caller.superAdministrator,
    },
  }
})

const isVerified = async (executor: Executor, { accountId }: Administrator): Promise<boolean> =>
  (
    await executor.rows<{ verified: boolean }>(sql`
    SELECT a.email_verified AS verified FROM instance i
    JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = ${accountId}`)
  )[0]?.verified ?? false
