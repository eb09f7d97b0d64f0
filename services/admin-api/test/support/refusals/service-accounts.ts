import { limits } from '@signet/contracts'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { serviceAccountCaller } from '../service-accounts.ts'
import { serviceAccount, storedServiceAccount, unique } from '../things.ts'
import { makeTeam } from '../world.ts'
import type { Cases } from './index.ts'

export const serviceAccounts: Cases = {
  service_account_create: {
    invalid_value: async ({ team: teamId }) => ({
      input: { teamId, ...serviceAccount(), expiresAt: '2020-01-01T00:00:00.000Z' },
    }),
    service_account_limit: async (world) => {
      const teamId = await makeTeam(world, unique('Full '), [[world.people.owner.accountId, 'owner']])
      for (let count = 0; count < limits.serviceAccountsPerTeam; count += 1)
        await world.database.run(sql`
          INSERT INTO service_accounts (id, team_id, role, name, scopes, keys)
          VALUES (${newId('serviceAccount')}, ${teamId}, 'member', 'Deploy', '{admin:read}', '[{}]')`)
      return { input: { teamId, ...serviceAccount() } }
    },
  },
  service_account_update: {
    invalid_value: async (world) => ({
      input: {
        ...(await storedServiceAccount({ world, teamId: world.team, projectId: world.project })),
        expiresAt: '2020-01-01T00:00:00.000Z',
      },
    }),
  },
  service_account_key_rotate: {
    invalid_value: async (world) => ({
      person: (await serviceAccountCaller(world)).caller,
      input: { key: { kty: 'oct', k: 'secret' } },
    }),
  },
}
