import * as activity from './operations/activity.ts'
import * as administrators from './operations/administrators.ts'
import * as agents from './operations/agents.ts'
import * as approvalWebhook from './operations/agents-approval-webhook.ts'
import * as approvals from './operations/approvals.ts'
import * as audit from './operations/audit.ts'
import * as clients from './operations/clients.ts'
import * as directories from './operations/directories.ts'
import * as directoryAccounts from './operations/directories-accounts.ts'
import * as directoryCredentials from './operations/directories-credentials.ts'
import * as faults from './operations/faults.ts'
import * as groups from './operations/groups.ts'
import * as instanceKeys from './operations/keys-instance.ts'
import * as projectKeys from './operations/keys-project.ts'
import * as mail from './operations/mail.ts'
import * as plans from './operations/plans.ts'
import * as projects from './operations/projects.ts'
import * as projectAccountDeletion from './operations/projects-account-deletion.ts'
import * as projectClientRegistration from './operations/projects-client-registration.ts'
import * as projectFile from './operations/projects-file.ts'
import * as projectLifecycle from './operations/projects-lifecycle.ts'
import * as projectLogo from './operations/projects-logo.ts'
import * as projectMailTexts from './operations/projects-mail-texts.ts'
import * as projectMigrationHook from './operations/projects-migration-hook.ts'
import * as projectMove from './operations/projects-move.ts'
import * as projectSignInAccess from './operations/projects-sign-in-access.ts'
import * as projectSignInTest from './operations/projects-sign-in-test.ts'
import * as providers from './operations/providers.ts'
import * as resources from './operations/resources.ts'
import * as search from './operations/search.ts'
import * as labels from './operations/search-labels.ts'
import * as secretReveals from './operations/secret-reveals.ts'
import * as serviceAccounts from './operations/service-accounts.ts'
import * as sessions from './operations/sessions.ts'
import * as settings from './operations/settings.ts'
import * as teams from './operations/teams.ts'
import * as users from './operations/users.ts'
import * as userBulk from './operations/users-bulk.ts'
import * as userExport from './operations/users-export.ts'
import * as userImport from './operations/users-import.ts'
import * as userPersonalData from './operations/users-personal-data.ts'
import * as userState from './operations/users-state.ts'

/**
 * A noun also names a file here, a folder in the administration API and in the console, a tag in the API description and a cache key.
 */
export const operationsOf = {
  sessions,
  search: { ...search, ...labels },
  projects: {
    ...projects,
    ...projectAccountDeletion,
    ...projectClientRegistration,
    ...projectFile,
    ...projectLifecycle,
    ...projectLogo,
    ...projectMailTexts,
    ...projectMigrationHook,
    ...projectMove,
    ...projectSignInAccess,
    ...projectSignInTest,
  },
  clients,
  resources,
  users: { ...users, ...userState, ...userBulk, ...userExport, ...userImport, ...userPersonalData },
  groups,
  providers,
  directories: { ...directories, ...directoryAccounts, ...directoryCredentials },
  keys: { ...projectKeys, ...instanceKeys },
  activity,
  teams,
  administrators,
  'service-accounts': serviceAccounts,
  agents: { ...agents, ...approvalWebhook },
  approvals,
  'secret-reveals': secretReveals,
  plans,
  settings,
  mail,
  audit,
  faults,
} as const

export type Noun = keyof typeof operationsOf

/** Reading order. */
export const nouns: Readonly<Record<Noun, string>> = {
  sessions: 'The signed-in administrator, console sessions, set-up and sign-out.',
  search: 'Finding something by its name, address or id.',
  projects: 'Tenants: their names, addresses, owners and lives.',
  clients: 'Applications: OAuth clients of a project.',
  resources: 'APIs: the audiences tokens are issued for, with their scopes.',
  users: 'End users of a project, their sessions and applications.',
  groups: 'Groups of end users, and their members.',
  providers: 'Identity providers of a project, and the users linked with them.',
  directories: 'Directories that provision users over SCIM: connections, credentials and holds.',
  keys: 'Signing keys of the instance, and of a project with an address of its own.',
  activity: 'Monthly active users.',
  teams: 'Teams of administrators, their members and invitations.',
  administrators: 'Administrators of the instance.',
  'service-accounts': 'Accounts of teams for scripts and CI jobs, which no person signs in with.',
  agents: 'Agent clients that may act for administrators.',
  approvals: 'Calls of agents that wait for the administrator they act for.',
  'secret-reveals': 'Secrets that agents made, for the administrator they act for to read once.',
  plans: 'Plans that limit the objects of tenants.',
  settings: 'Settings of the instance and of error reporting.',
  mail: 'How mail is delivered.',
  audit: 'The append-only record of changes.',
  faults: 'Internal faults, counted.',
}

const nounByOperation = new Map(
  (Object.keys(operationsOf) as Noun[]).flatMap((noun) =>
    Object.keys(operationsOf[noun]).map((name) => [name, noun] as const),
  ),
)

/** @throws for an unknown name */
export function nounOf(tool: string): Noun {
  const noun = nounByOperation.get(tool)
  if (!noun) throw new Error(`The operation ${tool} does not exist.`)
  return noun
}
