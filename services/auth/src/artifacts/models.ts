import {
  type ArtifactColumn,
  type ArtifactTable,
  type ArtifactTableName,
  artifactTables,
} from '@signet/sessions'

export interface ModelTable {
  readonly table: ArtifactTableName
  readonly columns: readonly ArtifactColumn[]
  /** The id is a bearer value, stored as its SHA-256. */
  readonly hashed: boolean
  /** Seconds for which an expired row can be read, so that a polling client receives `expired_token` (RFC 8628 3.5, CIBA Core 11). */
  readonly readableAfterExpiry?: number
  /** SQL of the account id in a row `t`; the account is read with the row. */
  readonly account?: string
}

const model = (table: ArtifactTableName, hashed = true): ModelTable => {
  const { columns }: ArtifactTable = artifactTables[table]
  return { table, columns, hashed, ...(columns.includes('account_id') ? { account: 't.account_id' } : {}) }
}

/** Lifetime of the code: later polls get `invalid_grant`. */
const polled = { readableAfterExpiry: 10 * 60 }

/** Account of a completed sign-in. */
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

export const grantModels: readonly ModelName[] = (Object.keys(modelTables) as ModelName[]).filter((name) =>
  modelTables[name].columns.includes('grant_id'),
)
