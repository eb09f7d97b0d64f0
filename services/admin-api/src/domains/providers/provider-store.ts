import type { JsonWebKey } from 'node:crypto'
import type { Provider } from '@signet/contracts'
import { type Executor, sql, type Transactor } from '@signet/db'
import { lookAcrossProjects } from '@signet/db/unscoped'
import { hasOwnAddress, isAtItsIssuer } from '@signet/federation'
import { refuse } from '@signet/runtime'
import type { ProjectRow } from '../../projects/row.ts'

/** Flags replace the secrets. */
export interface ProviderRecord
  extends Pick<
    Provider,
    | 'id'
    | 'displayName'
    | 'catalogueId'
    | 'protocol'
    | 'issuer'
    | 'ssoUrl'
    | 'signingCertificates'
    | 'metadataUrl'
    | 'nameIdFormat'
    | 'signsRequests'
    | 'clientId'
    | 'clientSecretSet'
    | 'clientAuthentication'
    | 'secretExpiresOn'
    | 'tenant'
    | 'teamId'
    | 'keyId'
    | 'signingKeySet'
    | 'enabled'
    | 'scopes'
    | 'emailTrusted'
    | 'provisioning'
    | 'allowedEmailDomains'
    | 'emailClaim'
    | 'groupsClaim'
    | 'groupMappings'
    | 'claimMappings'
    | 'managedGroups'
    | 'acceptsGlobalTokenRevocation'
    | 'acceptsBackChannelLogout'
    | 'acceptsFrontChannelLogout'
    | 'signOut'
    | 'boundConnection'
    | 'linkedUsers'
  > {
  /** Public key of the client assertions (RFC 7517). */
  readonly assertionKey: JsonWebKey | null
  /** Certificates with their chains (PEM): the present one, and the former one during a renewal. */
  readonly certificate: string | null
  readonly formerCertificate: string | null
  /** Fields of a change that waits for a successful trial sign-in. */
  readonly pendingFields: string[]
  readonly pendingSince: Date | null
  /** No provider of another project has its redirect address. */
  readonly hasOwnAddress: boolean
  readonly createdAt: Date
  readonly lastSignInAt: Date | null
  readonly failingSince: Date | null
  readonly lastFailureAt: Date | null
  readonly lastFailure: Omit<NonNullable<Provider['lastFailure']>, 'at'> | null
}

/** Groups `g` of the mappings `x` of a provider `p`. */
const mappedGroups = sql`FROM provider_group_mappings x JOIN groups g ON g.project_id = x.project_id AND g.id = x.group_id
  WHERE x.project_id = p.project_id AND x.provider_id = p.id`

/** Ordered as their buttons. */
export const readProviders = (executor: Executor, projectId: string): Promise<ProviderRecord[]> =>
  executor.rows<ProviderRecord>(sql`
    SELECT p.id, p.display_name AS "displayName", p.catalogue_id AS "catalogueId", p.protocol, p.issuer, p.client_id AS "clientId",
      p.sso_url AS "ssoUrl", p.signing_certificates AS "signingCertificates", p.metadata_url AS "metadataUrl", p.name_id_format AS "nameIdFormat", p.signs_requests AS "signsRequests",
      p.client_secret_sealed IS NOT NULL AS "clientSecretSet",
      p.client_authentication AS "clientAuthentication", p.assertion_key AS "assertionKey",
      p.client_certificate AS certificate, p.former_certificate AS "formerCertificate", p.secret_expires_on::text AS "secretExpiresOn", p.failing_since AS "failingSince", p.tenant, p.team_id AS "teamId", p.key_id AS "keyId",
      p.signing_key_sealed IS NOT NULL AS "signingKeySet", p.enabled, p.scopes, p.email_trusted AS "emailTrusted",
      ${hasOwnAddress} AS "hasOwnAddress", p.provisioning, p.allowed_email_domains AS "allowedEmailDomains", p.email_claim AS "emailClaim",
      p.groups_claim AS "groupsClaim", p.claim_mappings AS "claimMappings",
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('value', x.value, 'group', g.display_name) ORDER BY x.position), '[]') ${mappedGroups}) AS "groupMappings",
      ARRAY(SELECT DISTINCT g.display_name ${mappedGroups} AND g.connection_id IS NOT NULL ORDER BY g.display_name) AS "managedGroups",
      p.accepts_global_token_revocation AS "acceptsGlobalTokenRevocation",
      p.accepts_back_channel_logout AS "acceptsBackChannelLogout",
      p.accepts_front_channel_logout AS "acceptsFrontChannelLogout", p.sign_out AS "signOut", p.created_at AS "createdAt",
      p.pending_fields AS "pendingFields", p.pending_since AS "pendingSince", p.last_sign_in_at AS "lastSignInAt", p.last_failure_at AS "lastFailureAt", p.last_failure AS "lastFailure",
      CASE WHEN k.id IS NULL THEN NULL ELSE jsonb_build_object('id', k.id, 'displayName', k.display_name) END AS "boundConnection",
      (SELECT count(*)::int FROM identities d WHERE d.project_id = p.project_id AND d.provider_id = p.id AND ${isAtItsIssuer}) AS "linkedUsers"
    FROM identity_providers p
    LEFT JOIN provisioning_connections k ON k.project_id = p.project_id AND k.provider_id = p.id
    WHERE p.project_id = ${projectId} ORDER BY p.position, p.id`)

export const findProvider = async (
  executor: Executor,
  projectId: string,
  id: string,
): Promise<ProviderRecord> =>
  (await readProviders(executor, projectId)).find((provider) => provider.id === id) ?? refuse('not_found')

export const idTaken = 'Another identity provider at this address has this id.'

/** Includes at the root address the ids of both root projects. */
export const readTakenIds = async (
  database: Transactor,
  { id, addressForm }: Pick<ProjectRow, 'id' | 'addressForm'>,
): Promise<string[]> => {
  const isRoot = addressForm === 'root'
  const rows = await database.transaction((tx) =>
    lookAcrossProjects(tx, () =>
      tx.rows<{ id: string }>(sql`
        SELECT id FROM identity_providers WHERE project_id = ${id} OR (${isRoot} AND root_id IS NOT NULL)`),
    ),
  )
  return rows.map((row) => row.id)
}
