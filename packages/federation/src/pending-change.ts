import type { Provider } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import type { Vault } from '@signet/secrets'
import { type ClientCertificate, lastDayOfChain, usesCertificate } from './client-certificate.ts'
import { certificateKeyPlace, clientSecretPlace, pendingChangePlace, signingKeyPlace } from './places.ts'
import { lastDayOf } from './saml/certificates.ts'

/** A trial sign-in proves these fields: without them no sign-in succeeds. */
export const provenFields = [
  'issuer',
  'tenant',
  'clientId',
  'clientSecret',
  'clientAuthentication',
  'clientCertificate',
  'teamId',
  'keyId',
  'signingKey',
  'scopes',
  'ssoUrl',
  'signingCertificates',
  'metadataUrl',
  'nameIdFormat',
  'signsRequests',
] as const
export type ProvenField = (typeof provenFields)[number]

export const isProvenField = (name: string): name is ProvenField =>
  provenFields.some((field) => field === name)

interface PlainValues {
  readonly issuer: string | null
  readonly tenant: string | null
  readonly clientId: string
  readonly clientAuthentication: Provider['clientAuthentication']
  readonly teamId: string | null
  readonly keyId: string | null
  readonly scopes: readonly string[]
  readonly ssoUrl: string | null
  readonly signingCertificates: readonly string[]
  readonly metadataUrl: string | null
  readonly nameIdFormat: 'persistent' | 'emailAddress' | 'unspecified' | null
  readonly signsRequests: boolean
}

interface SecretValues {
  readonly clientSecret: string | null
  readonly signingKey: string | null
  readonly clientCertificate: ClientCertificate
}

/** Takes effect after a successful trial sign-in. */
export interface PendingChange {
  /** Account id of the changing administrator. */
  readonly by: string
  readonly values: Partial<PlainValues & SecretValues>
}

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

export const sealPendingChange = (vault: Vault, at: ProviderRef, change: PendingChange): string =>
  vault.seal(JSON.stringify(change), pendingChangePlace(at))

export const openPendingChange = (vault: Vault, at: ProviderRef, sealed: string): PendingChange =>
  JSON.parse(vault.open(sealed, pendingChangePlace(at)))

interface Row extends PlainValues {
  readonly clientSecretSealed: string | null
  readonly signingKeySealed: string | null
  readonly certificate: string | null
  readonly certificateKeySealed: string | null
  readonly secretExpiresOn: string | null
  readonly pendingSealed: string | null
}

interface LockedChange {
  readonly change: PendingChange
  readonly row: Row
}

/** Null when another change replaced the proven one since the trial began. */
export async function lockPendingChange(
  tx: Executor,
  vault: Vault,
  at: ProviderRef,
  pendingId: string,
): Promise<LockedChange | null> {
  const { projectId, providerId } = at
  const [row] = await tx.rows<Row>(sql`
    SELECT issuer, tenant, client_id AS "clientId", client_authentication AS "clientAuthentication", team_id AS "teamId", key_id AS "keyId", scopes,
      sso_url AS "ssoUrl", signing_certificates AS "signingCertificates", metadata_url AS "metadataUrl", name_id_format AS "nameIdFormat", signs_requests AS "signsRequests",
      client_secret_sealed AS "clientSecretSealed", signing_key_sealed AS "signingKeySealed", client_certificate AS certificate,
      client_certificate_key_sealed AS "certificateKeySealed", secret_expires_on::text AS "secretExpiresOn", pending_sealed AS "pendingSealed"
    FROM identity_providers WHERE project_id = ${projectId} AND id = ${providerId} AND pending_id = ${pendingId} FOR UPDATE`)
  if (!row?.pendingSealed) return null
  return { change: openPendingChange(vault, at, row.pendingSealed), row }
}

/** Runs in the transaction that records the trial and after the audit entry. */
export async function applyPendingChange(
  tx: AuditedTx,
  vault: Vault,
  at: ProviderRef,
  { change, row }: LockedChange,
): Promise<void> {
  const { projectId, providerId } = at
  const { clientSecret, signingKey, clientCertificate, ...plain } = change.values
  const after = { ...row, ...plain }
  const secret =
    clientSecret === undefined ? row.clientSecretSealed : sealed(vault, clientSecret, clientSecretPlace(at))
  const key = signingKey === undefined ? row.signingKeySealed : sealed(vault, signingKey, signingKeyPlace(at))
  const needsKey = after.clientAuthentication === 'private_key_jwt' || after.signsRequests
  const own = certificateAfter(vault, at, { clientCertificate, row, method: after.clientAuthentication })
  await tx.run(sql`
    UPDATE identity_providers SET issuer = ${after.issuer}, tenant = ${after.tenant}, client_id = ${after.clientId},
      team_id = ${after.teamId}, key_id = ${after.keyId}, scopes = ${[...after.scopes]}, client_secret_sealed = ${secret},
      signing_key_sealed = ${key}, client_authentication = ${after.clientAuthentication},
      assertion_key = CASE WHEN ${needsKey} THEN assertion_key END,
      assertion_key_sealed = CASE WHEN ${needsKey} THEN assertion_key_sealed END,
      client_certificate = ${own.certificate}, client_certificate_key_sealed = ${own.keySealed},
      former_certificate = NULL, former_certificate_key_sealed = NULL,
      sso_url = ${after.ssoUrl}, signing_certificates = ${[...after.signingCertificates]}, metadata_url = ${after.metadataUrl},
      name_id_format = ${after.nameIdFormat}, signs_requests = ${after.signsRequests},
      secret_expires_on = ${endAfter(row, plain.signingCertificates, own.certificate)}::date, pending_id = NULL, pending_sealed = NULL, pending_fields = '{}', pending_since = NULL
    WHERE project_id = ${projectId} AND id = ${providerId}`)
}

/** The announced day after the change: that of the certificates; the day of a deleted certificate is deleted. */
function endAfter(
  { certificate, secretExpiresOn }: Row,
  signingCertificates: readonly string[] | undefined,
  own: string | null,
): string | null {
  if (own !== null) return lastDayOfChain(own)
  if (signingCertificates !== undefined) return lastDayOf(signingCertificates)
  const isOfCertificate = certificate !== null && secretExpiresOn === lastDayOfChain(certificate)
  return isOfCertificate ? null : secretExpiresOn
}

/** A method without a certificate deletes it. The trial proved the new one, so that no former one is needed. */
function certificateAfter(
  vault: Vault,
  at: ProviderRef,
  {
    clientCertificate,
    row,
    method,
  }: {
    readonly clientCertificate: ClientCertificate | undefined
    readonly row: Row
    readonly method: Provider['clientAuthentication']
  },
) {
  if (!usesCertificate(method)) return { certificate: null, keySealed: null }
  if (clientCertificate === undefined)
    return { certificate: row.certificate, keySealed: row.certificateKeySealed }
  const { certificate, key } = clientCertificate
  return { certificate, keySealed: vault.seal(key, certificateKeyPlace(at)) }
}

const sealed = (vault: Vault, value: string | null, place: Parameters<Vault['seal']>[1]): string | null =>
  value === null ? null : vault.seal(value, place)
