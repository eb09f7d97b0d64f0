import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { findResource, readResources, toResource } from './resource-store.ts'

export const resource_list = implementRead(operations.resource_list, async ({ deps, project }) => ({
  resources: (await readResources(deps.database, project.id)).map(toResource),
}))

export const resource_get = implementRead(
  operations.resource_get,
  async ({ deps, project }, { resourceId }) =>
    toResource(await findResource(deps.database, project.id, resourceId)),
)
