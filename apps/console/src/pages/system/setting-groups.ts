import type { Answer } from '../../api/client.ts'
import type { t } from '../../texts/index.ts'

export type Setting = Answer<'settings_get'>['settings'][number]
export type Group = keyof typeof t.system.groups

/** Beginnings of keys; the first match applies. */
const places: readonly (readonly [group: Group, ...beginnings: string[]])[] = [
  ['applications', 'registration', 'clientIdMetadata', 'clientAuth', 'clientCredentials', 'mTLS'],
  ['devices', 'deviceFlow', 'ciba'],
  ['people', 'backchannelLogout', 'rpInitiated', 'globalToken', 'federation', 'consent', 'acr'],
  ['tokens', 'introspection', 'jwt', 'encryption', 'userinfo', 'revocation', 'claims', 'conform'],
  ['tokens', 'accessToken', 'scopes', 'dpop', 'resourceIndicators', 'richAuthorization'],
  ['projects', 'projects.', 'plans.'],
  ['directories', 'scim.'],
  ['agents', 'mcp.', 'cors.'],
  ['limits', 'rateLimit.', 'loginThrottle.'],
  ['faults', 'errorStore.', 'errorreport.'],
]

/** Frequently changed groups come first. */
export const groupOrder: readonly Group[] = [
  'people',
  'limits',
  'applications',
  'tokens',
  'projects',
  'directories',
  'agents',
  'devices',
  'faults',
  'protocol',
]

/** Settings without a group belong to the protocol. */
export const groupOf = (key: string): Group =>
  places.find(([, ...beginnings]) => beginnings.some((beginning) => key.startsWith(beginning)))?.[0] ??
  'protocol'

export const isChanged = ({ value, default: initial }: Setting): boolean =>
  JSON.stringify(value) !== JSON.stringify(initial)
