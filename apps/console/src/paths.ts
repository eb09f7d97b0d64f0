import type {
  AuditSearch,
  DirectorySearch,
  FaultReferenceSearch,
  FaultSearch,
  ListSearch,
  MemberListSearch,
  MonthSearch,
  SystemSearch,
  UserListSearch,
} from './searches.ts'

export const base = '/admin'

/** The only builder of addresses, both of the console's pages for the router and of the server's endpoints. */
export const paths = {
  setup: () => ({ to: '/setup' }) as const,
  projects: (search: ListSearch = {}) => ({ to: '/projects', search }) as const,
  projectNew: () => ({ to: '/projects/new' }) as const,
  project: (projectId: string) => ({ to: '/projects/$projectId', params: { projectId } }) as const,
  projectActivity: (projectId: string, search: MonthSearch = {}) =>
    ({ to: '/projects/$projectId/activity', params: { projectId }, search }) as const,
  projectAudit: (projectId: string) => ({ to: '/projects/$projectId/audit', params: { projectId } }) as const,
  resources: (projectId: string) =>
    ({ to: '/projects/$projectId/resources', params: { projectId } }) as const,
  resourceNew: (projectId: string) =>
    ({ to: '/projects/$projectId/resources/new', params: { projectId } }) as const,
  resource: (projectId: string, resourceId: string) =>
    ({ to: '/projects/$projectId/resources/$resourceId', params: { projectId, resourceId } }) as const,
  groups: (projectId: string, search: ListSearch = {}) =>
    ({ to: '/projects/$projectId/groups', params: { projectId }, search }) as const,
  group: (projectId: string, groupId: string, search: MemberListSearch = {}) =>
    ({ to: '/projects/$projectId/groups/$groupId', params: { projectId, groupId }, search }) as const,
  keys: (projectId: string) => ({ to: '/projects/$projectId/keys', params: { projectId } }) as const,
  projectSettings: (projectId: string) =>
    ({ to: '/projects/$projectId/settings', params: { projectId } }) as const,
  projectFile: (projectId: string) => ({ to: '/projects/$projectId/file', params: { projectId } }) as const,
  projectMails: (projectId: string) => ({ to: '/projects/$projectId/mails', params: { projectId } }) as const,
  applications: (projectId: string, search: ListSearch = {}) =>
    ({ to: '/projects/$projectId/applications', params: { projectId }, search }) as const,
  applicationNew: (projectId: string) =>
    ({ to: '/projects/$projectId/applications/new', params: { projectId } }) as const,
  application: (projectId: string, clientId: string) =>
    ({ to: '/projects/$projectId/applications/$clientId', params: { projectId, clientId } }) as const,
  users: (projectId: string, search: UserListSearch = {}) =>
    ({ to: '/projects/$projectId/users', params: { projectId }, search }) as const,
  userNew: (projectId: string) => ({ to: '/projects/$projectId/users/new', params: { projectId } }) as const,
  userTransfer: (projectId: string) =>
    ({ to: '/projects/$projectId/users/transfer', params: { projectId } }) as const,
  user: (projectId: string, userId: string) =>
    ({ to: '/projects/$projectId/users/$userId', params: { projectId, userId } }) as const,
  providers: (projectId: string) =>
    ({ to: '/projects/$projectId/providers', params: { projectId } }) as const,
  providerNew: (projectId: string) =>
    ({ to: '/projects/$projectId/providers/new', params: { projectId } }) as const,
  provider: (projectId: string, providerId: string) =>
    ({ to: '/projects/$projectId/providers/$providerId', params: { projectId, providerId } }) as const,
  directories: (projectId: string) =>
    ({ to: '/projects/$projectId/directories', params: { projectId } }) as const,
  directoryNew: (projectId: string) =>
    ({ to: '/projects/$projectId/directories/new', params: { projectId } }) as const,
  directory: (projectId: string, connectionId: string, search: DirectorySearch = {}) =>
    ({
      to: '/projects/$projectId/directories/$connectionId',
      params: { projectId, connectionId },
      search,
    }) as const,
  teams: (search: ListSearch = {}) => ({ to: '/teams', search }) as const,
  team: (teamId: string) => ({ to: '/teams/$teamId', params: { teamId } }) as const,
  administrators: (search: ListSearch = {}) => ({ to: '/administrators', search }) as const,
  administrator: (adminId: string) => ({ to: '/administrators/$adminId', params: { adminId } }) as const,
  home: () => ({ to: '/home' }) as const,
  activity: (search: MonthSearch = {}) => ({ to: '/activity', search }) as const,
  holds: (search: ListSearch = {}) => ({ to: '/holds', search }) as const,
  system: (search: SystemSearch = {}) => ({ to: '/system', search }) as const,
  faults: (search: FaultSearch = {}) => ({ to: '/faults', search }) as const,
  fault: (faultId: string, search: FaultReferenceSearch = {}) =>
    ({ to: '/faults/$faultId', params: { faultId }, search }) as const,
  serviceAccounts: (search: ListSearch = {}) => ({ to: '/service-accounts', search }) as const,
  serviceAccountNew: () => ({ to: '/service-accounts/new' }) as const,
  serviceAccount: (teamId: string, serviceAccountId: string) =>
    ({ to: '/service-accounts/$teamId/$serviceAccountId', params: { teamId, serviceAccountId } }) as const,
  agents: (search: ListSearch = {}) => ({ to: '/agents', search }) as const,
  agentNew: () => ({ to: '/agents/new' }) as const,
  agent: (entryId: string) => ({ to: '/agents/$entryId', params: { entryId } }) as const,
  approvals: () => ({ to: '/approvals' }) as const,
  approval: (approvalId: string) => ({ to: '/approvals/$approvalId', params: { approvalId } }) as const,
  signInAccess: (search: ListSearch = {}) => ({ to: '/sign-in-access', search }) as const,
  signInTest: () => ({ to: '/sign-in-test' }) as const,
  ownSessions: () => ({ to: '/sessions' }) as const,
  audit: (search: AuditSearch = {}) => ({ to: '/audit', search }) as const,
} as const

/**
 * Navigates the whole page.
 * @param returnTo path of the console after the sign-in
 * @param loginHint address that the sign-in page enters
 */
export const signInUrl = (returnTo: string = `${base}/`, loginHint?: string): string =>
  `${base}/api/login?${new URLSearchParams({ returnTo, ...(loginHint && { loginHint }) })}`

export const freshSignInUrl = (returnTo?: string, loginHint?: string): string =>
  `${signInUrl(returnTo, loginHint)}&fresh=true`
