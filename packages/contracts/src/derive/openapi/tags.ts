import type { Operation } from '../../operation.ts'
import { placementOf } from '../placement.ts'

/** One sentence for each noun of the paths, in the order a reader meets them. */
export const tags = {
  me: 'Who you are, your console sessions and your own address.',
  setup: 'The first administrator of an instance.',
  invitations: 'Accepting an invitation to a team.',
  logout: 'Signing out of the console.',
  scope: 'The team the console shows first.',
  search: 'Finding something by its name, address or id.',
  projects: 'Tenants: their names, addresses, owners and lives.',
  clients: 'Applications: OAuth clients of a project.',
  resources: 'APIs: the audiences tokens are issued for, with their scopes.',
  users: 'End users of a project, what they are signed in to and linked with.',
  groups: 'Groups of end users, and their members.',
  federation: 'Identity providers people sign in through.',
  'provisioning-connections': 'Directories that provision users over SCIM, and their credentials.',
  'provisioning-holds': 'Connections that hold mass removals back.',
  keys: 'Signing keys of a project with an address of its own.',
  jwks: 'Signing keys of the instance.',
  activity: 'Monthly active users.',
  teams: 'Teams of administrators, their members and invitations.',
  admins: 'Administrators of the instance.',
  mcp: 'Agent clients that may act for administrators.',
  approvals: 'Calls of agents that wait for the administrator they act for.',
  'secret-reveals': 'Secrets that agents made, for the administrator they act for to read once.',
  plans: 'Plans that limit what tenants create.',
  settings: 'Settings of the instance, of mail and of error reporting.',
  audit: 'The append-only record of changes.',
  errors: 'Internal faults, counted.',
} as const

type Tag = keyof typeof tags

/** Changes of a project itself, which are no nouns of their own. */
const ofTheProject = new Set(['address', 'owner', 'plan', 'purge', 'restore', 'summary'])

const isTag = (noun: string): noun is Tag => Object.hasOwn(tags, noun)

/** The noun of the path: what stands last of its fixed segments before the verb. */
export function tagOf(operation: Operation): Tag {
  const segments = placementOf(operation)
    .path.split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
  const noun = segments[0] === 'projects' ? segments[1] : segments[0]
  if (noun === undefined || ofTheProject.has(noun)) return 'projects'
  if (!isTag(noun)) throw new Error(`The noun ${noun} of ${operation.tool} has no description.`)
  return noun
}
