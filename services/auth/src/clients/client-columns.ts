import { join, raw, type Sql, sql } from '@signet/db'

/** Each member (RFC 7591) has a column of its name; the rest is in `metadata`. */
const clientColumns = {
  text: [
    'client_name',
    'application_type',
    'token_endpoint_auth_method',
    'scope',
    'jwks_uri',
    'backchannel_token_delivery_mode',
    'backchannel_client_notification_endpoint',
    'token_endpoint_auth_signing_alg',
    'id_token_signed_response_alg',
    'authorization_signed_response_alg',
    'request_object_signing_alg',
    'backchannel_logout_uri',
    'subject_type',
    'sector_identifier_uri',
    'policy_uri',
    'tos_uri',
  ],
  list: [
    'grant_types',
    'response_types',
    'redirect_uris',
    'post_logout_redirect_uris',
    'authorization_details_types',
  ],
  flag: [
    'require_signed_request_object',
    'require_pushed_authorization_requests',
    'dpop_bound_access_tokens',
    'backchannel_logout_session_required',
  ],
  json: ['jwks'],
} as const

const names = Object.values(clientColumns).flat()

export const metadataOfColumns: Sql = sql`jsonb_strip_nulls(COALESCE(metadata, '{}'::jsonb) || jsonb_build_object(${raw(
  names.map((name) => `'${name}', to_jsonb(${name})`).join(', '),
)}))`

type Metadata = Readonly<Record<string, unknown>>

const columnValue = (kind: keyof typeof clientColumns, value: unknown): Sql => {
  if (kind === 'list') return sql`${Array.isArray(value) ? value.map(String) : []}::text[]`
  if (kind === 'flag') return sql`${value === true}::boolean`
  if (kind === 'json') return sql`${value === undefined ? null : JSON.stringify(value)}::jsonb`
  return sql`${typeof value === 'string' ? value : null}::text`
}

const kinds = Object.keys(clientColumns) as (keyof typeof clientColumns)[]

export const columnNames: Sql = raw(names.join(', '))

export const columnValues = (metadata: Metadata): Sql =>
  join(
    kinds.flatMap((kind) => clientColumns[kind].map((name) => columnValue(kind, metadata[name]))),
    ', ',
  )

export const columnUpdates = (metadata: Metadata): Sql =>
  join(
    kinds.flatMap((kind) =>
      clientColumns[kind].map((name) => sql`${raw(name)} = ${columnValue(kind, metadata[name])}`),
    ),
    ', ',
  )

/** Members that have a column, or are secret. */
const excluded = new Set<string>([
  ...names,
  'client_id',
  'client_secret',
  'client_secret_expires_at',
  'signet',
])

export const remainingMetadata = (metadata: Metadata): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !excluded.has(name)))
