import { type Client, signingAlgorithms } from '@signet/contracts'
import type { Input } from '../../../api/client.ts'

export type AdvancedField = keyof typeof advancedFields

export type AdvancedInput = Pick<Input<'client_update'>, AdvancedField>

/** An empty text and the choice `default` are sent as null. */
export type Control =
  | { readonly kind: 'switch' }
  | { readonly kind: 'text'; readonly placeholder: string }
  | { readonly kind: 'lines'; readonly max: number }
  | { readonly kind: 'keys' }
  | { readonly kind: 'logo' }
  | { readonly kind: 'grants' }
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly hasDefault: boolean }

const algorithm = (symmetric: readonly string[] = []): Control => ({
  kind: 'choice',
  options: [...signingAlgorithms, ...symmetric],
  hasDefault: true,
})
const hmac = ['HS256', 'HS384', 'HS512'] as const
const onOff = { kind: 'switch' } as const
const address = (placeholder: string): Control => ({ kind: 'text', placeholder })

export const advancedFields = {
  logo: { kind: 'logo' },
  primaryColor: address('#1f5fd0'),
  policyUri: address('https://app.example/privacy'),
  tosUri: address('https://app.example/terms'),
  backchannelLogoutUri: address('https://app.example/backchannel-logout'),
  backchannelLogoutSessionRequired: onOff,
  tokenEndpointAuthMethod: {
    kind: 'choice',
    options: ['none', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'],
    hasDefault: false,
  },
  tokenEndpointAuthSigningAlg: algorithm(hmac),
  jwksUri: address('https://app.example/jwks.json'),
  jwks: { kind: 'keys' },
  grantTypes: { kind: 'grants' },
  authorizationDetailsTypes: { kind: 'lines', max: 50 },
  backchannelTokenDeliveryMode: { kind: 'choice', options: ['poll', 'ping'], hasDefault: true },
  backchannelClientNotificationEndpoint: address('https://app.example/ciba'),
  requirePushedAuthorizationRequests: onOff,
  requireSignedRequestObject: onOff,
  dpopBoundAccessTokens: onOff,
  idTokenSignedResponseAlg: algorithm(hmac),
  authorizationSignedResponseAlg: algorithm(hmac),
  requestObjectSigningAlg: algorithm(hmac),
  subjectType: { kind: 'choice', options: ['public', 'pairwise'], hasDefault: true },
  sectorIdentifierUri: address('https://app.example/sector.json'),
} as const satisfies Partial<Readonly<Record<keyof Client & keyof Input<'client_update'>, Control>>>

/** Order of the page. */
export const advancedGroups = {
  appearance: ['logo', 'primaryColor', 'policyUri', 'tosUri'],
  signOut: ['backchannelLogoutUri', 'backchannelLogoutSessionRequired'],
  authentication: ['tokenEndpointAuthMethod', 'tokenEndpointAuthSigningAlg', 'jwksUri', 'jwks'],
  grants: [
    'grantTypes',
    'authorizationDetailsTypes',
    'backchannelTokenDeliveryMode',
    'backchannelClientNotificationEndpoint',
  ],
  security: [
    'requirePushedAuthorizationRequests',
    'requireSignedRequestObject',
    'dpopBoundAccessTokens',
    'idTokenSignedResponseAlg',
    'authorizationSignedResponseAlg',
    'requestObjectSigningAlg',
  ],
  subjects: ['subjectType', 'sectorIdentifierUri'],
} as const satisfies Readonly<Record<string, readonly AdvancedField[]>>

export type AdvancedGroup = keyof typeof advancedGroups

export type AdvancedValues = Readonly<Record<string, string | boolean | readonly string[]>>

export const valuesOf = (client: Client, fields: readonly AdvancedField[]): AdvancedValues =>
  Object.fromEntries(fields.map((field) => [field, shown(advancedFields[field], client[field])]))

function shown({ kind }: Control, stored: unknown): string | boolean | readonly string[] {
  if (kind === 'switch') return stored === true
  if (kind === 'lines' || kind === 'grants') return Array.isArray(stored) ? stored.map(String) : []
  if (kind === 'keys') return stored ? JSON.stringify(stored, null, 2) : ''
  return typeof stored === 'string' ? stored : kind === 'choice' ? 'default' : ''
}

/** @throws SyntaxError for keys that are not JSON */
function sent({ kind }: Control, value: AdvancedValues[string]): unknown {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return value.map((line) => line.trim()).filter(Boolean)
  const text = value.trim()
  if (text === '' || (kind === 'choice' && text === 'default')) return null
  return kind === 'keys' ? JSON.parse(text) : text
}

/** Returns the changed fields, so that values stored before a stricter limit remain valid. */
export function changesOf(client: Client, values: AdvancedValues): Partial<AdvancedInput> {
  const before = valuesOf(client, Object.keys(values) as AdvancedField[])
  const changed = (Object.keys(values) as AdvancedField[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(values[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, sent(advancedFields[field], values[field] ?? '')]))
}
