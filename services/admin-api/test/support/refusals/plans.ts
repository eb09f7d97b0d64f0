import { plan } from '../things.ts'
import type { Cases } from './index.ts'

export const plans: Cases = {
  plan_create: {
    already_exists: async (world) => ({
      input: await world
        .ok(world.people.super, 'plan_create', plan())
        .then(({ projects: _n, ...same }) => same),
    }),
  },
  plan_update: { plan_is_default: async () => ({ input: { planId: 'free', default: false } }) },
  plan_delete: {
    plan_is_default: async () => ({ input: { planId: 'free' } }),
    plan_in_use: async (world) => {
      const { id: planId } = await world.ok(world.people.super, 'plan_create', plan())
      await world.ok(world.people.super, 'project_plan_set', { projectId: world.foreignProject, planId })
      return { input: { planId } }
    },
  },
}
