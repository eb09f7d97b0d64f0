import type { AnswerOf, Approval, AuditEntry, Client, Operations, Project, WhoAmI } from '@signet/contracts'
import { type AgentClient, initialAgents, initialApprovals } from './approvals.ts'

type User = Omit<AnswerOf<Operations['project_user_get']>, 'signIn'>

/** The mock's whole memory; a restart begins anew. */
export interface State {
  hasAdministrator: boolean
  isSignedIn: boolean
  me: WhoAmI
  projects: Project[]
  clients: (Client & { readonly projectId: string })[]
  users: (User & { readonly projectId: string })[]
  entries: AuditEntry[]
  approvals: Approval[]
  agents: AgentClient[]
}

let serial = 1
export const newId = (prefix: string): string =>
  `${prefix}_01kb${String(serial++).padStart(5, '0')}f6g7h8j9k0m1n2p3q`

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const everything = {
  read: true,
  manageUsers: true,
  edit: true,
  editSettings: true,
  readActivity: true,
  changeAddress: true,
  move: true,
  delete: true,
}

export function projectOf(
  origin: string,
  own: Pick<Project, 'id' | 'name' | 'teamId'> & Partial<Project>,
): Project {
  const issuer = own.addressForm === 'root' ? origin : `${origin}/${own.slug}`
  return {
    displayName: null,
    primaryColor: null,
    language: null,
    slug: null,
    host: null,
    addressForm: 'path',
    passwordLogin: true,
    registrationOpen: false,
    emailVerificationRequired: false,
    verificationMethod: 'link',
    totpRequired: false,
    issuer,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    applications: 0,
    apis: 0,
    hostReached: false,
    held: false,
    plan: null,
    createdAt: ago(900),
    can: everything,
    blockers: { addressable: null, dependents: null, accounts: null },
    ...own,
  }
}

export function userOf(own: Pick<User, 'email'> & Partial<User> & { readonly projectId: string }) {
  return {
    id: newId('usr'),
    username: null,
    active: true,
    status: 'active' as const,
    verified: true,
    authenticator: false,
    passwordSet: true,
    managedBy: 'console',
    groups: [],
    createdAt: ago(400),
    updatedAt: ago(20),
    claims: {},
    profile: null,
    externalId: null,
    ...own,
  }
}

export function clientOf(own: Pick<Client, 'clientName'> & Partial<Client> & { readonly projectId: string }) {
  return {
    clientId: newId('app'),
    applicationType: 'web' as const,
    grantTypes: ['authorization_code' as const, 'refresh_token' as const],
    redirectUris: [],
    postLogoutRedirectUris: [],
    tokenEndpointAuthMethod: 'client_secret_basic' as const,
    scope: 'openid profile email',
    requireConsent: true,
    partialConsent: false,
    authorizationDetailsTypes: [],
    corsOrigins: [],
    requireSignedRequestObject: false,
    requirePushedAuthorizationRequests: false,
    dpopBoundAccessTokens: false,
    backchannelLogoutSessionRequired: false,
    backchannelTokenDeliveryMode: null,
    backchannelClientNotificationEndpoint: null,
    jwks: null,
    jwksUri: null,
    tokenEndpointAuthSigningAlg: null,
    idTokenSignedResponseAlg: null,
    authorizationSignedResponseAlg: null,
    requestObjectSigningAlg: null,
    backchannelLogoutUri: null,
    subjectType: null,
    sectorIdentifierUri: null,
    logo: null,
    primaryColor: null,
    policyUri: null,
    tosUri: null,
    problems: [],
    backchannelLogoutFailure: null,
    registeredDynamically: false,
    paintedPrimaryColor: null,
    createdAt: ago(300),
    updatedAt: ago(30),
    ...own,
  }
}

export function createState(origin: string): State {
  const personal = newId('team')
  const store = newId('team')
  const me: WhoAmI = {
    id: newId('usr'),
    email: 'ada@acme.example',
    verified: true,
    superAdministrator: true,
    teams: [
      { id: personal, name: 'ada', kind: 'personal', role: 'owner' },
      { id: store, name: 'Acme Store', kind: 'regular', role: 'member' },
    ],
    activeTeamId: personal,
    can: {
      createProject: true,
      addressForms: ['path', 'subdomain', 'host'],
      createTeam: true,
      instance: true,
    },
  }
  const shop = projectOf(origin, {
    id: newId('prj'),
    name: 'Acme Store',
    displayName: 'Acme',
    slug: 'acme',
    teamId: store,
    applications: 3,
    apis: 1,
  })
  const old = projectOf(origin, {
    id: newId('prj'),
    name: 'Loyalty pilot 2024',
    slug: 'loyalty-pilot-2024',
    teamId: store,
    deletion: { scheduledAt: ago(48), purgeAt: ago(-28 * 24), scheduledBy: 'ada@acme.example' },
  })
  const built = projectOf(origin, {
    id: newId('prj'),
    name: 'Administrators',
    addressForm: 'root',
    reserved: 'administrators',
    teamId: newId('team'),
    held: true,
  })
  const locked = { byEmail: me.email, reason: 'Reported stolen laptop', at: ago(3) }
  const users = Array.from({ length: 137 }, (_, n) =>
    userOf({
      projectId: shop.id,
      email: `person${String(n + 1).padStart(3, '0')}@acme.example`,
      authenticator: n % 3 === 0,
      verified: n % 4 !== 0,
      ...(n === 2
        ? { status: 'locked', lockedLocally: locked, claims: { department: 'Research', floor: 3 } }
        : {}),
      ...(n % 11 === 5 ? { status: 'deactivated', active: false } : {}),
      ...(n % 5 === 2 ? { groups: [{ id: newId('grp'), displayName: 'Engineering' }] } : {}),
    }),
  )
  return {
    hasAdministrator: true,
    isSignedIn: true,
    me,
    projects: [built, shop, old],
    clients: [
      clientOf({
        projectId: shop.id,
        clientName: 'Acme Web',
        redirectUris: ['https://app.acme.example/callback'],
      }),
      clientOf({
        projectId: shop.id,
        clientName: 'Acme Phone',
        applicationType: 'native',
        tokenEndpointAuthMethod: 'none',
        redirectUris: ['com.acme.app:/callback'],
      }),
      clientOf({ projectId: shop.id, clientName: 'Partner portal', registeredDynamically: true }),
    ],
    users,
    entries: [],
    approvals: initialApprovals(),
    agents: initialAgents(),
  }
}
