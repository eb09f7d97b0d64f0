/** Where each model of oidc-provider is kept, and what its rows are found by besides their id. */
export interface ModelTable {
  readonly table: string
  readonly columns: readonly Column[]
  /** The id is a bearer value and is stored as its SHA-256 (R4). */
  readonly hashed: boolean
  /**
   * How many seconds a row that has expired can still be read, as an expired one, so that an application that polls
   * learns why there is no token (RFC 8628 3.5, CIBA Core 11).
   */
  readonly readableAfterExpiry?: number
  /** Where in a row `t` the id of its account is, which is read together with it. */
  readonly account?: string
}

type Column = 'account_id' | 'client_id' | 'grant_id' | 'uid' | 'user_code' | 'kind'

const table = (name: string, columns: readonly Column[] = [], hashed = true): ModelTable => ({
  table: `oidc_${name}`,
  columns,
  hashed,
  ...(columns.includes('account_id') ? { account: 't.account_id' } : {}),
})

/** As long as it lived: whoever polls on after that is answered `invalid_grant`. */
const polled = { readableAfterExpiry: 10 * 60 }

/** Who has just signed in: asked for when the authorization request goes on. */
const signedInAccount = "t.payload->'result'->'login'->>'accountId'"

export const modelTables = {
  Session: table('sessions', ['uid', 'account_id']),
  Grant: table('grants', ['account_id', 'client_id'], false),
  AuthorizationCode: table('authorization_codes', ['grant_id', 'account_id']),
  AccessToken: table('access_tokens', ['grant_id', 'account_id', 'client_id']),
  RefreshToken: table('refresh_tokens', ['grant_id', 'account_id', 'client_id']),
  DeviceCode: { ...table('device_codes', ['grant_id', 'account_id', 'user_code']), ...polled },
  BackchannelAuthenticationRequest: {
    ...table('backchannel_requests', ['grant_id', 'account_id']),
    ...polled,
  },
  ClientCredentials: table('client_credentials_tokens', ['client_id']),
  Interaction: { ...table('interactions'), account: signedInAccount },
  PushedAuthorizationRequest: table('pushed_requests'),
  ReplayDetection: table('replay_detections', [], false),
  InitialAccessToken: table('registration_tokens', ['client_id', 'kind']),
  RegistrationAccessToken: table('registration_tokens', ['client_id', 'kind']),
} as const satisfies Record<string, ModelTable>

export type ModelName = keyof typeof modelTables

/** Models whose rows end with their grant. */
export const grantModels = [
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
  'DeviceCode',
  'BackchannelAuthenticationRequest',
] as const
