import { type OperationName, type Operations, operations } from '@signet/contracts'
import type { Handler } from '../implement.ts'
import * as activity from './activity/index.ts'
import * as administrators from './administrators/index.ts'
import * as agents from './agents/index.ts'
import * as approvals from './approvals/index.ts'
import * as audit from './audit/index.ts'
import * as clients from './clients/index.ts'
import * as directories from './directories/index.ts'
import * as faults from './faults/index.ts'
import * as groups from './groups/index.ts'
import * as keys from './keys/index.ts'
import * as mail from './mail/index.ts'
import * as plans from './plans/index.ts'
import * as projects from './projects/index.ts'
import * as providers from './providers/index.ts'
import * as resources from './resources/index.ts'
import * as search from './search/index.ts'
import * as secretReveals from './secret-reveals/index.ts'
import * as serviceAccounts from './service-accounts/index.ts'
import * as sessions from './sessions/index.ts'
import * as settings from './settings/index.ts'
import * as teams from './teams/index.ts'
import * as users from './users/index.ts'

type Handlers = { readonly [Name in keyof Operations]: Handler<Operations[Name]> }

/** A folder has the operations of its noun. */
export const handlers: Handlers = {
  ...activity,
  ...administrators,
  ...agents,
  ...approvals,
  ...audit,
  ...clients,
  ...directories,
  ...faults,
  ...groups,
  ...keys,
  ...mail,
  ...plans,
  ...projects,
  ...providers,
  ...resources,
  ...search,
  ...secretReveals,
  ...serviceAccounts,
  ...sessions,
  ...settings,
  ...teams,
  ...users,
}

export const operationNames = Object.keys(operations) as OperationName[]
