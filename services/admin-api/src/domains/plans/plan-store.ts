import type { Plan } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { planColumns } from '../../projects/plan.ts'

interface PlanRecord extends Plan {
  readonly createdAt: Date
}

export async function readPlans(executor: Executor): Promise<Plan[]> {
  const rows = await executor.rows<PlanRecord>(sql`
    SELECT ${planColumns}, created_at AS "createdAt",
      (SELECT count(*)::int FROM projects p WHERE p.plan_id = plans.id) AS projects
    FROM plans ORDER BY created_at, id`)
  return rows.map(({ createdAt: _createdAt, ...plan }) => plan)
}

export const findPlan = async (executor: Executor, id: string): Promise<Plan> =>
  (await readPlans(executor)).find((plan) => plan.id === id) ?? refuse('not_found')

/** Changes of the default are serialized. Plans are few. */
export const lockPlans = (tx: Executor): Promise<object[]> =>
  tx.rows<object>(sql`SELECT id FROM plans ORDER BY id FOR UPDATE`)

/** Existing projects keep their plan. */
export async function makeDefault(tx: Executor, id: string): Promise<void> {
  await tx.run(sql`UPDATE plans SET is_default = false WHERE is_default AND id <> ${id}`)
  await tx.run(sql`UPDATE plans SET is_default = true WHERE id = ${id}`)
}
