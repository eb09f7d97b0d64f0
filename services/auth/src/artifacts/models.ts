import {
  type ArtifactColumn,
  type ArtifactTable,
  type ArtifactTableName,
  artifactTables,
} from '@signet/sessions'

/** Where each model of oidc-provider is kept, and what its rows are found by besides their id. */
export interface ModelTable {
  readonly table: ArtifactTableName
  readonly columns: readonly ArtifactColumn[]
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

const model = (table: ArtifactTableName, hashed = true): ModelTable => {
  const { columns }: ArtifactTable = artifactTables[table]
  return { table, columns, hashed, ...(columns.includes('account_id') ? { account: 't.account_id' } : {}) }
}

/** As long as it lived: whoever polls on after that is answered `invalid_grant`. */
const polled = { readableAfterExpiry: 10 * 60 }

/** Who has just signed in: asked for when the authorization request goes on. */
const signedInAccount = "t.payload->'result'->'login'->>'accountId'"

export const modelTables = {
  Session: model('oidc_sessions'),
  Grant: model('oidc_grants', false),
  AuthorizationCode: model('oidc_authorization_codes'),
  AccessToken: model('oidc_access_tokens'),
  RefreshToken: model('oidc_refresh_tokens'),
  DeviceCode: { ...model('oidc_device_codes'), ...polled },
  BackchannelAuthenticationRequest: {
    ...model('oidc_backchannel_requests'),
    ...polled,
  },
  ClientCredentials: model('oidc_client_credentials_tokens'),
  Interaction: { ...model('oidc_interactions'), account: signedInAccount },
  PushedAuthorizationRequest: model('oidc_pushed_requests'),
  ReplayDetection: model('oidc_replay_detections', false),
  InitialAccessToken: model('oidc_registration_tokens'),
  RegistrationAccessToken: model('oidc_registration_tokens'),
} as const satisfies Record<string, ModelTable>

export type ModelName = keyof typeof modelTables

/** Models whose rows end with their grant. */
export const grantModels: readonly ModelName[] = (Object.keys(modelTables) as ModelName[]).filter((name) =>
  modelTables[name].columns.includes('grant_id'),
)
