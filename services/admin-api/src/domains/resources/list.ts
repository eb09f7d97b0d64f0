import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { findResource, readResources, resourceListing, toResource } from './resource-store.ts'

export const resource_list = implementRead(
  operations.resource_list,
  async ({ deps: { database }, project: { id } }, input) => {
    const read = (ids?: readonly string[]) => readResources(database, id, ids)
    const { rows, page } = await readList(
      operations.resource_list,
      database,
      resourceListing(id, input),
      input,
      read,
    )
    return { resources: rows.map(toResource), ...page }
  },
)

export const resource_get = implementRead(
  operations.resource_get,
  async ({ deps, project }, { resourceId }) =>
    toResource(await findResource(deps.database, project.id, resourceId)),
)
