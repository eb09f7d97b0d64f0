import { atPlanLimit, changedApi, newApi, ofSystemTeam, rootApi } from '../attempts.ts'
import { api } from '../things.ts'
import type { Cases } from './index.ts'

export const resources: Cases = {
  resource_declare: {
    already_exists: async (world) => {
      const first = api()
      await world.ok(world.people.super, 'resource_declare', { projectId: world.project, ...first })
      const identifier = first.identifier.replace(/\/$/, '')
      return { input: { projectId: world.project, ...first, identifier } }
    },
    identifier_refused: newApi({ identifier: 'HTTP://LOCALHOST:8080/%6dcp/' }),
    invalid_value: newApi({ scopeDescriptions: { 'orders.delete': { description: 'delete your orders' } } }),
    omnibus_scope: newApi({ scopes: ['orders.read', 'Full-Access'] }),
    plan_limit: atPlanLimit('apis_per_project', newApi({})),
    root_namespace: ofSystemTeam(async (world) => ({ projectId: world.defaultProject, ...api() })),
  },
  resource_update: {
    invalid_value: changedApi({ scopes: ['with space'] }),
    omnibus_scope: changedApi({ scopes: ['orders:*'] }),
    root_namespace: ofSystemTeam(rootApi),
  },
  resource_delete: { root_namespace: ofSystemTeam(rootApi) },
}
