import type { ErrorCode, OperationName } from '@signet/contracts'
import type { Case } from '../attempts.ts'
import { administrators } from './administrators.ts'
import { agentClients } from './agent-clients.ts'
import { approvals } from './approvals.ts'
import { clients } from './clients.ts'
import { federation } from './federation.ts'
import { groups } from './groups.ts'
import { instance } from './instance.ts'
import { invitations } from './invitations.ts'
import { keys } from './keys.ts'
import { mail } from './mail.ts'
import { moves } from './moves.ts'
import { plans } from './plans.ts'
import { projectFiles } from './project-files.ts'
import { projects } from './projects.ts'
import { provisioning } from './provisioning.ts'
import { resources } from './resources.ts'
import { serviceAccounts } from './service-accounts.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

export type Cases = { readonly [N in OperationName]?: { readonly [C in ErrorCode]?: Case } }

/** Calls that are refused with exactly one code. */
export const refusalCases: Cases = {
  ...administrators,
  ...agentClients,
  ...approvals,
  ...clients,
  ...federation,
  ...groups,
  ...instance,
  ...invitations,
  ...keys,
  ...mail,
  ...moves,
  ...plans,
  ...projectFiles,
  ...projects,
  ...provisioning,
  ...resources,
  ...serviceAccounts,
  ...teams,
  ...users,
}
