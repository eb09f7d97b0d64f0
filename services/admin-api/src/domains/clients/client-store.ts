import type { Operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { type Prisma, projectTransaction } from '@signet/db/prisma'
import { refuse } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import type { Context, Tx, TxWithPrisma } from '../../implement.ts'
import type { Listing } from '../../lists/page.ts'
import { withGroupNames } from '../../projects/declared-claims.ts'

const columns = sql`
  c.project_id AS "projectId", c.id, c.client_name AS "clientName", c.application_type AS "applicationType", c.grant_types AS "grantTypes",
  c.response_types AS "responseTypes", c.redirect_uris AS "redirectUris", c.post_logout_redirect_uris AS "postLogoutRedirectUris",
  c.token_endpoint_auth_method AS "tokenEndpointAuthMethod", c.scope, c.require_consent AS "requireConsent", c.partial_consent AS "partialConsent",
  c.backchannel_token_delivery_mode AS "backchannelTokenDeliveryMode",
  c.backchannel_client_notification_endpoint AS "backchannelClientNotificationEndpoint",
  c.authorization_details_types AS "authorizationDetailsTypes", c.cors_origins AS "corsOrigins", c.jwks, c.jwks_uri AS "jwksUri",
  c.token_endpoint_auth_signing_alg AS "tokenEndpointAuthSigningAlg", c.id_token_signed_response_alg AS "idTokenSignedResponseAlg",
  c.authorization_signed_response_alg AS "authorizationSignedResponseAlg", c.request_object_signing_alg AS "requestObjectSigningAlg",
  c.require_signed_request_object AS "requireSignedRequestObject", c.require_pushed_authorization_requests AS "requirePushedAuthorizationRequests",
  c.dpop_bound_access_tokens AS "dpopBoundAccessTokens", c.backchannel_logout_uri AS "backchannelLogoutUri",
  c.backchannel_logout_session_required AS "backchannelLogoutSessionRequired", c.subject_type AS "subjectType",
  c.sector_identifier_uri AS "sectorIdentifierUri", c.pkce, c.id_token_claims AS "idTokenClaims", COALESCE(c.exchange_audiences, '{}') AS "exchangeAudiences",
  c.assertion_issuers AS "assertionIssuers", c.assertion_audiences AS "assertionAudiences", c.declared_claims AS "declaredClaims", c.logo, c.logo_type AS "logoType",
  c.primary_color AS "primaryColor", c.policy_uri AS "policyUri", c.tos_uri AS "tosUri", c.secret_digest AS "secretDigest",
  c.secret_sealed AS "secretSealed", c.registered_dynamically AS "registeredDynamically", c.first_used_at AS "firstUsedAt",
  c.backchannel_logout_failure AS "backchannelLogoutFailure", c.built_in AS "builtIn", c.metadata, c.created_at AS "createdAt",
  c.updated_at AS "updatedAt"`

/** Omits built-in applications. */
export async function listClients(
  { deps }: Pick<Context, 'deps'>,
  projectId: string,
  ids?: readonly string[],
): Promise<ClientRow[]> {
  const rows = await deps.database.rows<ListedRow>(sql`
    SELECT ${columns} FROM clients c
    WHERE c.project_id = ${projectId} AND NOT c.built_in ${ids ? sql`AND c.id = ANY(${ids})` : sql``}
    ORDER BY c.created_at, c.id`)
  return withGroupNames(deps.database, projectId, rows)
}

export const clientListing = (
  projectId: string,
  { name }: { readonly name?: string | undefined },
): Listing<Operations['client_list']> => ({
  exact: name === undefined ? undefined : sql`c.client_name = ${name}`,
  from: sql`clients c`,
  id: sql`c.id`,
  where: sql`c.project_id = ${projectId} AND NOT c.built_in`,
  texts: [sql`c.client_name`],
  orders: {
    createdAt: { by: sql`c.created_at`, isTime: true },
    clientName: { by: sql`COALESCE(lower(c.client_name), '')` },
  },
})

type StoredClient = Prisma.ClientGetPayload<object>

/** Only a read of one application returns these columns. */
type UnlistedColumn =
  | 'previousSecretDigest'
  | 'previousSecretExpiresAt'
  | 'previousSecretUsedAt'
  | 'secretChangedAt'

export type ClientRow = Omit<StoredClient, 'logo' | UnlistedColumn> &
  Partial<Pick<StoredClient, UnlistedColumn>> & { readonly logo: Uint8Array | null }

type ListedRow = Omit<StoredClient, 'logo' | UnlistedColumn> & { readonly logo: Buffer | null }

export async function findClient(
  { deps }: Pick<Context, 'deps'>,
  projectId: string,
  id: string,
): Promise<ClientRow> {
  const found = await projectTransaction(deps.prisma(), projectId, (tx) =>
    tx.client.findFirst({ where: { projectId, id, builtIn: false } }),
  )
  const [row] = found ? await withGroupNames(deps.database, projectId, [found]) : []
  return row ?? refuse('not_found')
}

/** A dynamically registered application changes only with its registration access token. */
export async function findOwnClient(
  context: Pick<Context, 'deps'>,
  projectId: string,
  id: string,
): Promise<ClientRow> {
  const row = await findClient(context, projectId, id)
  if (row.registeredDynamically) refuse('client_registered_dynamically')
  return row
}

/** Locks the application, so that changes of it are serialized. */
export async function lockClient({ sql: tx }: Tx, projectId: string, id: string): Promise<void> {
  const locked = await tx.rows<object>(
    sql`SELECT 1 FROM clients WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`,
  )
  if (locked.length === 0) refuse('not_found')
}

export async function insertClient(
  { prisma, sql: tx }: TxWithPrisma,
  data: Prisma.ClientUncheckedCreateInput,
): Promise<ClientRow> {
  const created = await prisma.client.create({ data })
  await bumpProject(tx, data.projectId)
  const [row = created] = await withGroupNames(tx, data.projectId, [created])
  return row
}

export async function updateClient(
  { prisma, sql: tx }: TxWithPrisma,
  projectId: string,
  id: string,
  data: Prisma.ClientUncheckedUpdateInput,
): Promise<ClientRow> {
  const updated = await prisma.client.update({ where: { projectId_id: { projectId, id } }, data })
  await bumpProject(tx, projectId)
  const [row = updated] = await withGroupNames(tx, projectId, [updated])
  return row
}
