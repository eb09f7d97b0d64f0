import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { connectionListing } from './connection-store.ts'
import { directoryGuides } from './directory-guides.ts'
import { answerConnection, answerConnections, scimAddresses } from './to-connection.ts'

export const provisioning_connection_list = implementRead(
  operations.provisioning_connection_list,
  async ({ deps, project }, input) => {
    const read = (ids?: readonly string[]) => answerConnections(deps.database, { deps, project }, ids)
    const { rows, page } = await readList(
      operations.provisioning_connection_list,
      deps.database,
      connectionListing(project.id),
      input,
      read,
    )
    return { connections: [...rows], ...page }
  },
)

export const provisioning_connection_get = implementRead(
  operations.provisioning_connection_get,
  ({ deps, project }, { connectionId }) => answerConnection(deps.database, { deps, project }, connectionId),
)

export const provisioning_directory_list = implementRead(
  operations.provisioning_directory_list,
  async (at) => ({ directories: directoryGuides.map((guide) => ({ ...guide, values: scimAddresses(at) })) }),
)
