import { sql } from '@signet/db'
import {
  assertionKeyPlace,
  type ClientCertificate,
  certificateKeyPlace,
  clientSecretPlace,
  formerCertificateKeyPlace,
  hasOwnAddress,
  openPendingChange,
  signingKeyPlace,
} from '@signet/federation'
import type { Vault } from '@signet/secrets'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { Upstream } from '../upstream/upstream.ts'

interface Row
  extends Omit<
    Upstream,
    'clientSecret' | 'signingKey' | 'assertionKey' | 'clientCertificate' | 'formerCertificate'
  > {
  readonly clientSecretSealed: string | null
  readonly signingKeySealed: string | null
  readonly assertionKeySealed: string | null
  readonly certificate: string | null
  readonly certificateKeySealed: string | null
  readonly formerCertificatePem: string | null
  readonly formerKeySealed: string | null
  readonly pendingId: string | null
  readonly pendingSealed: string | null
}

export interface TriedUpstream {
  readonly upstream: Upstream
  readonly pendingId: string | null
}

/**
 * Reads the provider for each sign-in. Two projects share the root address: a provider whose redirect address belongs to a provider of
 * the other one is not found.
 */
export async function findUpstream(context: OptionsContext, providerId: string): Promise<Upstream | null> {
  const row = await readRow(context, providerId)
  return row && opened(context, row)
}

export async function findTriedUpstream(
  context: OptionsContext,
  providerId: string,
): Promise<TriedUpstream | null> {
  const row = await readRow(context, providerId)
  if (!row) return null
  const { pendingId, pendingSealed } = row
  const at = { projectId: context.project.id, providerId }
  const pending =
    pendingSealed === null ? {} : openPendingChange(context.deps.vault, at, pendingSealed).values
  // A trial proves the present certificate: the former one is not presented.
  return { upstream: { ...opened(context, row), formerCertificate: null, ...pending }, pendingId }
}

function opened({ deps: { vault }, project: { id: projectId } }: OptionsContext, row: Row): Upstream {
  const { clientSecretSealed, signingKeySealed, assertionKeySealed, ...others } = row
  const { certificate, certificateKeySealed, formerCertificatePem, formerKeySealed, ...rest } = others
  const { pendingId: _id, pendingSealed: _sealed, ...upstream } = rest
  const at = { projectId, providerId: upstream.id }
  return {
    ...upstream,
    clientSecret: clientSecretSealed && vault.open(clientSecretSealed, clientSecretPlace(at)),
    assertionKey: assertionKeySealed && JSON.parse(vault.open(assertionKeySealed, assertionKeyPlace(at))),
    clientCertificate: withKey(vault, certificate, certificateKeySealed, certificateKeyPlace(at)),
    formerCertificate: withKey(vault, formerCertificatePem, formerKeySealed, formerCertificateKeyPlace(at)),
    signingKey: signingKeySealed && vault.open(signingKeySealed, signingKeyPlace(at)),
  }
}

const withKey = (
  vault: Vault,
  certificate: string | null,
  sealed: string | null,
  place: Parameters<Vault['open']>[1],
): ClientCertificate | null =>
  certificate === null || sealed === null ? null : { certificate, key: vault.open(sealed, place) }

async function readRow(
  { deps: { database }, project: { id: projectId } }: OptionsContext,
  providerId: string,
): Promise<Row | null> {
  const [row] = await database.rows<Row>(sql`
    SELECT p.id, p.display_name AS "displayName", p.enabled, p.protocol, p.sso_url AS "ssoUrl", p.signing_certificates AS "signingCertificates",
      p.metadata_url AS "metadataUrl", p.name_id_format AS "nameIdFormat", p.signs_requests AS "signsRequests",
      p.catalogue_id AS "catalogueId", p.issuer, p.tenant,
      p.client_id AS "clientId", p.client_secret_sealed AS "clientSecretSealed",
      p.client_authentication AS "clientAuthentication", p.assertion_key_sealed AS "assertionKeySealed",
      p.client_certificate AS certificate, p.client_certificate_key_sealed AS "certificateKeySealed",
      p.former_certificate AS "formerCertificatePem", p.former_certificate_key_sealed AS "formerKeySealed", p.team_id AS "teamId",
      p.key_id AS "keyId", p.signing_key_sealed AS "signingKeySealed", p.scopes, p.email_trusted AS "emailTrusted",
      p.email_claim AS "emailClaim", p.groups_claim AS "groupsClaim", p.claim_mappings AS "claimMappings",
      ARRAY(SELECT DISTINCT x.value FROM provider_group_mappings x
        WHERE x.project_id = p.project_id AND x.provider_id = p.id) AS "mappedValues", p.provisioning, p.allowed_email_domains AS "allowedEmailDomains",
      p.accepts_back_channel_logout AS "acceptsBackChannelLogout",
      p.accepts_front_channel_logout AS "acceptsFrontChannelLogout", p.sign_out AS "signOut", p.pending_id AS "pendingId",
      p.pending_sealed AS "pendingSealed",
      CASE WHEN k.id IS NULL THEN NULL ELSE jsonb_build_object(
        'connectionId', k.id, 'claim', k.correlation_claim, 'attribute', k.correlation_attribute) END AS bound
    FROM identity_providers p
    LEFT JOIN provisioning_connections k ON k.project_id = p.project_id AND k.provider_id = p.id
    WHERE p.project_id = ${projectId} AND p.id = ${providerId} AND ${hasOwnAddress}`)
  return row ?? null
}

/** @returns null for a provider without client assertions */
export async function findAssertionKey(context: OptionsContext, providerId: string): Promise<object | null> {
  const [row] = await context.deps.database.rows<{ key: object | null }>(sql`
    SELECT p.assertion_key AS key FROM identity_providers p
    WHERE p.project_id = ${context.project.id} AND p.id = ${providerId} AND ${hasOwnAddress}`)
  return row?.key ?? null
}

/** Deletes the former certificate after the provider accepted the present one, unless another renewal replaced it since. */
export const forgetFormerCertificate = (
  { deps: { database }, project: { id: projectId } }: OptionsContext,
  { id, clientCertificate }: Upstream,
): Promise<number> =>
  database.run(sql`
    UPDATE identity_providers SET former_certificate = NULL, former_certificate_key_sealed = NULL
    WHERE project_id = ${projectId} AND id = ${id} AND former_certificate IS NOT NULL
      AND client_certificate = ${clientCertificate?.certificate ?? null}`)
