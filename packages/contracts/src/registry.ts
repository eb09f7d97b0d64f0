import type { Operation } from './operation.ts'
import * as administrators from './operations/administrators.ts'
import * as agentClients from './operations/agent-clients.ts'
import * as approvals from './operations/approvals.ts'
import * as audit from './operations/audit.ts'
import * as clients from './operations/clients.ts'
import * as consoleOperations from './operations/console.ts'
import * as faults from './operations/faults.ts'
import * as federation from './operations/federation.ts'
import * as groups from './operations/groups.ts'
import * as instance from './operations/instance.ts'
import * as jwks from './operations/jwks.ts'
import * as plans from './operations/plans.ts'
import * as projectKeys from './operations/project-keys.ts'
import * as projectLifecycle from './operations/project-lifecycle.ts'
import * as projects from './operations/projects.ts'
import * as provisioning from './operations/provisioning.ts'
import * as provisioningCredentials from './operations/provisioning-credentials.ts'
import * as resources from './operations/resources.ts'
import * as search from './operations/search.ts'
import * as secretReveals from './operations/secret-reveals.ts'
import * as settings from './operations/settings.ts'
import * as teams from './operations/teams.ts'
import * as userBulk from './operations/user-bulk.ts'
import * as userState from './operations/user-state.ts'
import * as users from './operations/users.ts'

/** Every operation of the administration API, by tool name. */
export const operations = {
  ...consoleOperations,
  ...projects,
  ...projectLifecycle,
  ...projectKeys,
  ...resources,
  ...clients,
  ...users,
  ...userState,
  ...userBulk,
  ...federation,
  ...provisioning,
  ...provisioningCredentials,
  ...groups,
  ...administrators,
  ...teams,
  ...instance,
  ...settings,
  ...plans,
  ...jwks,
  ...audit,
  ...faults,
  ...agentClients,
  ...approvals,
  ...secretReveals,
  ...search,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

/** By name: the order of a module's exports differs between Node, bundlers and test runners. */
export const operationList: readonly Operation[] = Object.values<Operation>(operations).sort((a, b) =>
  a.tool < b.tool ? -1 : 1,
)

export const isOperationName = (name: string): name is OperationName => Object.hasOwn(operations, name)
