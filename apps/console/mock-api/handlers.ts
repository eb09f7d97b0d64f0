import {
  type AuditEntry,
  type ErrorCode,
  errorCatalogue,
  type OperationName,
  operations,
} from '@signet/contracts'
import { agentOf } from './approvals.ts'
import { federationHandlers } from './federation.ts'
import { provisioningHandlers } from './provisioning.ts'
import { clientOf, newId, projectOf, type State, userOf } from './state.ts'

type Raw = Readonly<Record<string, unknown>>
type Handler = (state: State, input: Raw, origin: string) => unknown

/** A refusal, as the server words it. */
export class MockRefusal extends Error {
  readonly problem: Raw
  constructor(code: ErrorCode, members: Raw = {}) {
    super(code)
    const { title, status, remedy } = errorCatalogue[code]
    this.problem = { type: `urn:signet:error:${code}`, title, status, detail: remedy, code, ...members }
  }
}

const refuse = (code: ErrorCode, members?: Raw): never => {
  throw new MockRefusal(code, members)
}

const found = <T>(value: T | undefined): T => value ?? refuse('not_found')
const one = <T extends object>(rows: readonly T[], key: keyof T, id: unknown): T =>
  found(rows.find((row) => row[key] === id))
const without = (row: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

function merge(row: object, input: Raw, ...ids: string[]): void {
  Object.assign(row, without(input, 'confirm', 'expect', ...ids), { updatedAt: new Date().toISOString() })
}

const clientAnswer = (client: object) => without(client, 'projectId')

export const handlers: Partial<Record<OperationName, Handler>> = {
  setup(state, input) {
    if (state.hasAdministrator) refuse('already_set_up')
    if (!input.setupToken) refuse('setup_token_required')
    Object.assign(state, { hasAdministrator: true })
    const { id, email, verified, superAdministrator, teams } = { ...state.me, email: String(input.email) }
    const createdAt = new Date().toISOString()
    return { id, email, verified, superAdministrator, teams, active: true, authenticator: false, createdAt }
  },
  invitation_accept(state, input) {
    if (input.token === 'used') refuse('invitation_invalid')
    if (!input.password) refuse('password_required')
    const [team] = state.me.teams
    return { email: 'grace@acme.example', team: { ...found(team), role: 'member' } }
  },
  own_verification_send: (state) => ({
    email: state.me.email,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  logout(state) {
    state.isSignedIn = false
    return { endSessionUrl: null }
  },
  whoami: (state) => state.me,
  scope_get: (state) => ({ activeTeamId: state.me.activeTeamId, teams: state.me.teams }),
  scope_set(state, input) {
    state.me = { ...state.me, activeTeamId: String(input.teamId) }
    return { activeTeamId: state.me.activeTeamId, teams: state.me.teams }
  },
  agent_client_list: ({ agents }) => ({ clients: agents }),
  agent_client_update: ({ agents }, input) =>
    Object.assign(one(agents, 'id', input.entryId), without(input, 'entryId')),
  agent_client_permit({ agents }, input) {
    const agent = agentOf({ ...input, clientId: String(input.clientId), name: String(input.name) })
    agents.push(agent)
    return agent
  },
  agent_client_withdraw(state, input) {
    state.agents = state.agents.filter(({ id }) => id !== input.entryId)
    return {}
  },
  approval_list: ({ approvals }) => ({ approvals }),
  approval_get: ({ approvals }, input) => one(approvals, 'id', input.approvalId),
  approval_approve({ approvals }, input) {
    const approval = one(approvals, 'id', input.approvalId)
    if (approval.needsFreshSignIn) refuse('fresh_sign_in_required')
    return Object.assign(approval, { status: 'approved', decidedAt: new Date().toISOString() })
  },
  approval_refuse: ({ approvals }, input) =>
    Object.assign(one(approvals, 'id', input.approvalId), {
      status: 'refused',
      note: typeof input.note === 'string' ? input.note : null,
      decidedAt: new Date().toISOString(),
    }),
  project_list: (state) => ({ projects: state.projects }),
  project_get: (state, input) => one(state.projects, 'id', input.projectId),
  project_create(state, input, origin) {
    if (state.projects.some(({ slug }) => slug === input.slug))
      refuse('already_exists', { errors: [{ path: 'slug', message: 'is taken' }] })
    if (input.slug === 'admin')
      refuse('address_reserved', { errors: [{ path: 'slug', message: 'is reserved' }] })
    const teamId = String(input.teamId ?? state.me.activeTeamId)
    const project = projectOf(origin, {
      ...input,
      id: newId('prj'),
      name: String(input.name),
      teamId,
      createdAt: new Date().toISOString(),
    })
    state.projects.push(project)
    return project
  },
  project_update(state, input) {
    const project = one(state.projects, 'id', input.projectId)
    const withoutAuthenticator = state.users.filter(
      (user) => user.projectId === project.id && !user.authenticator,
    ).length
    if (input.totpRequired === true && !project.totpRequired && input.confirm !== true)
      return {
        consequences: [
          `${withoutAuthenticator} people have no authenticator and enrol one at their next sign-in.`,
        ],
        expect: { passwordWithoutAuthenticator: withoutAuthenticator },
        changes: [{ field: 'totpRequired', from: false, to: true }],
      }
    if (input.emailVerificationRequired === true) refuse('mail_not_configured')
    Object.assign(project, without(input, 'confirm', 'expect', 'projectId'))
    return project
  },
  client_list: (state, input) => ({
    clients: state.clients
      .filter(({ projectId }) => projectId === input.projectId)
      .map((client) => without(client, 'projectId', 'logo', 'jwks')),
  }),
  client_get: (state, input) => clientAnswer(one(state.clients, 'clientId', input.clientId)),
  client_create(state, input) {
    const uris = (input.redirectUris ?? []) as string[]
    const errors = uris.flatMap((uri, n) =>
      URL.canParse(uri) ? [] : [{ path: `redirectUris.${n}`, message: 'must be an absolute address' }],
    )
    if (errors.length > 0) refuse('invalid_value', { errors })
    const client = clientOf({
      ...input,
      projectId: String(input.projectId),
      clientName: String(input.clientName),
    })
    state.clients.push(client)
    const secret = client.tokenEndpointAuthMethod.startsWith('client_secret')
    return {
      ...clientAnswer(client),
      ...(secret ? { clientSecret: 'Zk3vR8mQ1sT6yB0nH5cL9xW2pE7dA4gJ-uF_oIqVtNM' } : {}),
    }
  },
  client_update(state, input) {
    const client = one(state.clients, 'clientId', input.clientId)
    merge(client, input, 'projectId', 'clientId')
    return clientAnswer(client)
  },
  client_secret_rotate: (_, input) => ({
    clientId: input.clientId,
    clientSecret: 'n8Qw3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xC2vB4nM6qW',
  }),
  client_delete(state, input) {
    state.clients = state.clients.filter(({ clientId }) => clientId !== input.clientId)
    return {}
  },
  project_user_list(state, input) {
    const q = String(input.q ?? '').toLowerCase()
    const start = Number(input.startIndex) - 1
    const yes = (value: unknown, is: boolean) => value === undefined || (value === 'yes') === is
    const users = state.users.filter(
      (user) =>
        user.projectId === input.projectId &&
        user.email.startsWith(q) &&
        (input.status === undefined || user.status === input.status) &&
        yes(input.verified, user.verified) &&
        yes(input.authenticator, user.authenticator),
    )
    const page = users.slice(start, start + Number(input.count))
    return {
      users: page.map((user) =>
        without(user, 'projectId', 'claims', 'profile', 'externalId', 'lockedLocally'),
      ),
      totalResults: users.length,
    }
  },
  project_user_get(state, input) {
    const user = one(state.users, 'id', input.userId)
    const blockedBy = user.status === 'active' ? [] : [user.status]
    const signIn = {
      blockedBy,
      throttledUntil: null,
      failuresInARow: 0,
      failures: [],
      linkedProviders: [],
      lastSignInAt: null,
    }
    return { ...without(user, 'projectId'), signIn }
  },
  project_user_create(state, input) {
    if (input.invite) refuse('mail_not_configured')
    if (state.users.some(({ email }) => email === input.email))
      refuse('email_taken', { errors: [{ path: 'email', message: 'another account has it' }] })
    const user = userOf({ projectId: String(input.projectId), email: String(input.email), verified: false })
    state.users.push(user)
    return without(user, 'projectId')
  },
  project_user_update(state, input) {
    const user = one(state.users, 'id', input.userId)
    if (typeof input.claims === 'object' && input.claims && 'sub' in input.claims)
      refuse('claim_reserved', { errors: [{ path: 'claims.sub', message: 'is a protocol claim' }] })
    merge(user, input, 'projectId', 'userId')
    if (typeof input.active === 'boolean')
      Object.assign(user, { status: input.active ? 'active' : 'deactivated' })
    return without(user, 'projectId')
  },
  project_user_password_reset: () => ({ sessions: 2 }),
  project_user_delete(state, input) {
    state.users = state.users.filter(({ id }) => id !== input.userId)
    return {}
  },
  ...federationHandlers,
  ...provisioningHandlers,
  audit_list(state, input) {
    const entries = state.entries.filter(
      (entry) =>
        (input.project === undefined || entry.projectId === input.project) &&
        (input.actionPrefix === undefined || entry.action.startsWith(String(input.actionPrefix))) &&
        (input.actor === undefined || entry.actor === input.actor) &&
        (input.targetId === undefined || entry.targetId === input.targetId),
    )
    const { page, pageSize } = input as { page: number; pageSize: number }
    return {
      entries: entries.slice((page - 1) * pageSize, page * pageSize),
      page,
      pageSize,
      total: entries.length,
      totalCapped: false,
    }
  },
}

/** Every change that was made leaves an entry. */
export function entryOf(state: State, name: OperationName, input: Raw, answer: Raw): AuditEntry | null {
  const operation = operations[name]
  if (operation.kind === 'read' || !operation.audit || 'consequences' in answer) return null
  const targetId = input.clientId ?? input.userId ?? answer.clientId ?? answer.id ?? input.projectId ?? null
  return {
    id: newId('aud'),
    at: new Date().toISOString(),
    actor: state.me.id,
    actorName: state.me.email,
    action: operation.audit.action,
    targetType: operation.audit.target,
    targetId: targetId === null ? null : String(targetId),
    targetScope: 'instance',
    surface: null,
    clientId: null,
    projectId:
      name === 'project_create' ? String(answer.id) : input.projectId ? String(input.projectId) : null,
    connectionId: null,
    kid: null,
    detail: without(input, 'projectId', 'password', 'userId', 'clientId', 'setupToken', 'token'),
  }
}
