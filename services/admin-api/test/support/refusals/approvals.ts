import { waitingApproval } from '../approvals.ts'
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
    fresh_sign_in_required: async (world) => ({
      input: {
        approvalId: await waitingApproval(world, world.people.super.accountId, { needsFreshSignIn: true }),
      },
    }),
  },
  approval_refuse: decided,
}
