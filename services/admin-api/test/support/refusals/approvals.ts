import { waitingApproval } from '../approvals.ts'
import type { Cases } from './index.ts'

const decided: Cases[keyof Cases] = {
  approval_decided: async (world) => ({
    input: { approvalId: await waitingApproval(world, world.people.super.accountId, { expiresIn: -1 }) },
  }),
}

export const approvals: Cases = {
  approval_approve: {
    ...decided,
    fresh_sign_in_required: async (world) => ({
      input: {
        approvalId: await waitingApproval(world, world.people.super.accountId, { tool: 'settings_update' }),
      },
    }),
  },
  approval_refuse: decided,
}
