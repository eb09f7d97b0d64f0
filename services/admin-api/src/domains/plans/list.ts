import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { findPlan, readPlans } from './plan-store.ts'

export const plan_list = implementRead(operations.plan_list, async ({ deps }) => ({
  plans: await readPlans(deps.database),
}))

export const plan_get = implementRead(operations.plan_get, ({ deps }, { planId }) =>
  findPlan(deps.database, planId),
)
