import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readPlans } from './plan-store.ts'

export const plan_list = implementRead(operations.plan_list, async ({ deps }) => ({
  plans: await readPlans(deps.database),
}))
