import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { refusingDuplicates } from '@signet/tenancy'
import { changesDetail, implementWithPrisma, namesNothing } from '../../implement.ts'
import { findPlan, lockPlans, makeDefault } from './plan-store.ts'

export const plan_create = implementWithPrisma(operations.plan_create, {
  async prepare(_context, { id, ...detail }) {
    return { target: { id, detail }, shows: { name: detail.name } }
  },

  lock: async ({ sql: tx }) => void (await lockPlans(tx)),

  async apply({ sql: tx, prisma }, _context, { id, name, limits, features, default: isDefault }) {
    await refusingDuplicates(
      prisma.plan.create({ data: { id, name, ...limits, ...features } }),
      'Another plan has this id.',
    )
    if (isDefault) await makeDefault(tx, id)
    return findPlan(tx, id)
  },
})

export const plan_update = implementWithPrisma(operations.plan_update, {
  async prepare({ deps }, { planId, name, limits, features, default: isDefault }) {
    const before = await findPlan(deps.database, planId)
    if (isDefault === false && before.default) refuse('plan_is_default')
    const given = Object.entries({ name, default: isDefault, ...limits, ...features })
    const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    const flat = { ...before, ...before.limits, ...before.features }
    const detail = changesDetail(flat, changes)
    return {
      unchanged: namesNothing(detail),
      target: { id: planId, detail },
      shows: { name: before.name, projects: before.projects },
    }
  },

  async lock({ sql: tx }, _context, { planId, default: isDefault }) {
    await lockPlans(tx)
    if (isDefault === false && (await findPlan(tx, planId)).default) refuse('plan_is_default')
  },

  async apply({ sql: tx, prisma }, _context, { planId, name, limits, features, default: isDefault }) {
    const given = Object.entries({ name, ...limits, ...features }).filter(([, value]) => value !== undefined)
    if (given.length) await prisma.plan.update({ where: { id: planId }, data: Object.fromEntries(given) })
    if (isDefault) await makeDefault(tx, planId)
    return findPlan(tx, planId)
  },
})

/** A refusal states the number of projects. */
export const plan_delete = implementWithPrisma(operations.plan_delete, {
  async prepare({ deps }, { planId }) {
    const plan = await findPlan(deps.database, planId)
    refuseUsed(plan)
    return { target: { id: planId, detail: { name: plan.name } }, shows: { name: plan.name } }
  },

  async lock({ sql: tx }, _context, { planId }) {
    await lockPlans(tx)
    refuseUsed(await findPlan(tx, planId))
  },

  async apply({ prisma }, _context, { planId }) {
    await prisma.plan.delete({ where: { id: planId } })
    return {}
  },
})

function refuseUsed({ default: isDefault, projects }: { default: boolean; projects: number }): void {
  if (isDefault) refuse('plan_is_default')
  if (projects > 0)
    refuse('plan_in_use', {
      detail: `${projects === 1 ? '1 project is' : `${projects} projects are`} on this plan.`,
      members: { projects },
    })
}
