import { operations } from '@signet/contracts'
import { readRequests } from '@signet/provisioning'
import { implementRead } from '../../implement.ts'
import { findConnection } from './connection-store.ts'

/** Lists the last requests of the directory and their errors, so that an administrator can find why a user is missing. */
export const provisioning_request_list = implementRead(
  operations.provisioning_request_list,
  async ({ deps, project }, { connectionId, q }) => {
    await findConnection(deps.database, project.id, connectionId)
    const log = await readRequests(deps.database, { projectId: project.id, connectionId }, q)
    return {
      lastRequestAt: log.lastRequestAt?.toISOString() ?? null,
      problems: log.problems.map((problem) => ({ ...problem, at: problem.at.toISOString() })),
      requests: log.requests.map((request) => ({ ...request, at: request.at.toISOString() })),
    }
  },
)
