import type { Noun } from './noun.ts'
import { activityNoun } from './pages/activity/noun.ts'
import { administratorsNoun } from './pages/administrators/noun.ts'
import { agentsNoun } from './pages/agents/noun.ts'
import { approvalsNoun } from './pages/approvals/noun.ts'
import { auditNoun } from './pages/audit/noun.ts'
import { clientsNoun } from './pages/clients/noun.ts'
import { directoriesNoun } from './pages/directories/noun.ts'
import { entryNoun } from './pages/entry/noun.ts'
import { faultsNoun } from './pages/faults/noun.ts'
import { groupsNoun } from './pages/groups/noun.ts'
import { holdsNoun } from './pages/holds/noun.ts'
import { homeNoun } from './pages/home/noun.ts'
import { keysNoun } from './pages/keys/noun.ts'
import {
  projectActivityNoun,
  projectAuditNoun,
  projectSettingsNoun,
  projectsNoun,
} from './pages/projects/noun.ts'
import { providersNoun } from './pages/providers/noun.ts'
import { resourcesNoun } from './pages/resources/noun.ts'
import { secretRevealsNoun } from './pages/secret-reveals/noun.ts'
import { serviceAccountsNoun } from './pages/service-accounts/noun.ts'
import { sessionsNoun } from './pages/sessions/noun.ts'
import { signInAccessNoun } from './pages/sign-in-access/noun.ts'
import { signInTestNoun } from './pages/sign-in-test/noun.ts'
import { systemNoun } from './pages/system/noun.ts'
import { teamsNoun } from './pages/teams/noun.ts'
import { usersNoun } from './pages/users/noun.ts'

/** Each noun with its literal type, from which `places.ts` derives the operations that have a page. */
export const typedNouns = [
  homeNoun,
  projectsNoun,
  clientsNoun,
  resourcesNoun,
  usersNoun,
  groupsNoun,
  providersNoun,
  directoriesNoun,
  keysNoun,
  teamsNoun,
  serviceAccountsNoun,
  administratorsNoun,
  signInAccessNoun,
  agentsNoun,
  approvalsNoun,
  holdsNoun,
  activityNoun,
  auditNoun,
  faultsNoun,
  systemNoun,
  projectActivityNoun,
  projectAuditNoun,
  projectSettingsNoun,
  sessionsNoun,
  secretRevealsNoun,
  signInTestNoun,
  entryNoun,
] as const

/** Order of the navigation. */
export const nouns: readonly Noun[] = typedNouns
