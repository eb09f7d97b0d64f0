import type { AnswerOf, Operations } from '@signet/contracts'
import { newId } from './state.ts'

type Connection = AnswerOf<Operations['provisioning_connection_get']>
type Log = AnswerOf<Operations['provisioning_request_list']>
type Hold = AnswerOf<Operations['provisioning_hold_get']>

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const connection: Connection = {
  id: newId('con'),
  displayName: 'Acme Entra ID',
  providerId: 'entra',
  correlation: { claim: 'oid', attribute: 'externalId' },
  emailTrust: 'trusted',
  threshold: { count: 25, windowSeconds: 3600 },
  directory: 'entra',
  enabled: true,
  scimBaseUrl: 'http://localhost:23000/acme/scim/v2',
  tokenEndpoint: 'http://localhost:23000/acme/token',
  clientId: newId('app'),
  managedUsers: 4812,
  managedGroups: 96,
  held: true,
  stillUsedByDirectory: true,
  warnings: ['credential_expires_soon', 'held'],
  createdAt: ago(90_000),
  credentials: [
    {
      kind: 'static_token',
      family: 'static_token',
      issuedAt: ago(300),
      expiresAt: ago(-20_000),
      lastUsedAt: ago(4),
      previous: { endsAt: ago(-1_100), lastUsedAt: ago(2), stillUsedByDirectory: true },
    },
  ],
  availableCredentialKinds: ['key', 'secret', 'static_token'],
}

const hold: Hold = {
  held: true,
  since: ago(130),
  count: 25,
  refused: 61,
  total: 3,
  rows: ['person007', 'person019', 'person101'].map((name, index) => ({
    userId: newId('usr'),
    email: `${name}@acme.example`,
    userName: name,
    operation: index === 1 ? ('delete' as const) : ('deactivate' as const),
    firstAt: ago(130),
    lastAt: ago(4 + index),
    attempts: 20 + index,
  })),
}

const request = (own: Partial<Log['requests'][number]>, index: number): Log['requests'][number] => ({
  at: ago(2 + index * 3),
  method: 'GET',
  route: '/Users',
  status: 200,
  problem: null,
  attribute: null,
  ignored: [],
  targetId: null,
  milliseconds: 3 + index,
  ...own,
})

const requests = [
  { method: 'PATCH', route: '/Users/:id', status: 409, problem: 'held_back' as const },
  { method: 'POST', status: 400, problem: 'invalid' as const, attribute: 'emails' },
  { method: 'POST', status: 201, ignored: ['addresses', 'userType'] },
  { method: 'POST', status: 409, problem: 'uniqueness' as const },
  {},
  { method: 'PATCH', route: '/Groups/:id', status: 204 },
  { route: '/ServiceProviderConfig' },
].map(request)

const problems: Log['problems'] = requests.flatMap(({ problem, at, status }) =>
  problem ? [{ problem, at, status }] : [],
)

/** One directory that has seen something. */
export const provisioningHandlers = {
  provisioning_connection_list: () => {
    const { credentials: _credentials, availableCredentialKinds: _kinds, ...row } = connection
    return { connections: [row] }
  },
  provisioning_connection_get: () => connection,
  provisioning_hold_get: () => (connection.held ? hold : { held: false }),
  provisioning_request_list: (_state: unknown, input: Readonly<Record<string, unknown>>) => ({
    lastRequestAt: requests[0]?.at ?? null,
    problems,
    requests: input.q ? [] : requests,
  }),
  provisioning_connection_release: () => {
    const warnings = connection.warnings.filter((warning) => warning !== 'held')
    return Object.assign(connection, { held: false, warnings })
  },
}
