import { sql } from '@signet/db'
import { waitingApproval } from '../approvals.ts'
import { makeAdministrator } from '../people.ts'
import type { Cases } from './index.ts'

const decided: Cases[keyof Cases] = {
  approval_decided: async (world) => {
    const approvalId = await waitingApproval(world, world.people.super.accountId)
    await world.ok(world.people.super, 'approval_refuse', { approvalId })
    return { input: { approvalId } }
  },
  approval_expired: async (world) => ({
    input: { approvalId: await waitingApproval(world, world.people.super.accountId, { expiresIn: -1 }) },
  }),
}

export const approvals: Cases = {
  approval_approve: {
    ...decided,
    approval_by_others: async (world) => {
      const approvalId = await waitingApproval(world, world.people.super.accountId)
      // Two other super administrators decide in place of the person of the agent.
      for (const _ of [1, 2]) {
        const { accountId } = await makeAdministrator(world, `${crypto.randomUUID()}@example.com`)
        await world.database.run(sql`
          INSERT INTO team_members (team_id, project_id, account_id, role)
          SELECT super_team_id, administrators_project_id, ${accountId}, 'owner' FROM instance`)
      }
      await world.database.run(sql`UPDATE agent_approvals SET needs_second = true WHERE id = ${approvalId}`)
      return { input: { approvalId } }
    },
    fresh_sign_in_required: async (world) => ({
      input: {
        approvalId: await waitingApproval(world, world.people.super.accountId, { needsFreshSignIn: true }),
      },
    }),
  },
  approval_refuse: decided,
}
