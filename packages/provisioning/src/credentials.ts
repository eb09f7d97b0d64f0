import { type Connection, limits } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { newTypeId, refuse } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { type ConnectionRef, lockConnection, revokeTokens } from './connections.ts'

/**
 * Credentials of a connection (concepts.md, "SCIM credential"). Keys and secrets are one family, the OAuth credential, and static
 * tokens another; a connection has at most one current credential. Every change runs under the lock of the connection's row.
 */

type Credential = Connection['credentials'][number]
export type CredentialKind = Credential['kind']
export type CredentialFamily = Credential['family']

export const familyOf = (kind: CredentialKind): CredentialFamily =>
  kind === 'static_token' ? 'static_token' : 'oauth'

const kindsOf: Record<CredentialFamily, CredentialKind[]> = {
  oauth: ['key', 'secret'],
  static_token: ['static_token'],
}

/** Digest of a secret or token; public keys or their address. */
export interface CredentialMaterial {
  readonly secretDigest?: string | undefined
  readonly jwks?: unknown
  readonly jwksUri?: string | undefined
  readonly signingAlg?: string | undefined
  readonly lifetimeDays?: number | undefined
}

interface NewCredential extends CredentialMaterial {
  readonly kind: CredentialKind
  /** The previous value remains valid until the new one is used; never for keys, nor when the kind changes. */
  readonly overlap: boolean
}

export interface Issued {
  readonly expiresAt: Date | null
  /** null when no previous value is valid. */
  readonly previousEndsAt: Date | null
}

/**
 * Accepted credentials `k`: not expired and, after a replacement, within 24 hours and until the directory has used the new one and not
 * used this one for an hour.
 */
export const credentialWorks = sql`((k.expires_at IS NULL OR k.expires_at > now()) AND (k.state = 'current'
  OR k.previous_ends_at > now() AND NOT EXISTS (
    SELECT 1 FROM provisioning_credentials n
    WHERE n.project_id = k.project_id AND n.connection_id = k.connection_id AND n.kind = k.kind
      AND n.state = 'current' AND n.last_used_at IS NOT NULL
      AND COALESCE(k.last_used_at, n.created_at) < now() - make_interval(secs => ${limits.credentialOverlapIdleSeconds}::int))))`

const ofConnection = ({ projectId, connectionId }: ConnectionRef) =>
  sql`k.project_id = ${projectId} AND k.connection_id = ${connectionId}`

const inFamily = (at: ConnectionRef, family: CredentialFamily) =>
  sql`${ofConnection(at)} AND k.kind = ANY(${kindsOf[family]})`

/**
 * Another kind replaces all credentials of the connection and revokes their tokens. The current value of the same kind becomes, with an
 * overlap, the previous one and replaces an older one.
 */
export async function issueCredential(
  tx: AuditedTx,
  at: ConnectionRef,
  credential: NewCredential,
): Promise<Issued> {
  const { clientId } = await lockConnection(tx, at)
  const previousEndsAt = await demoteCurrent(tx, at, credential)
  const ended = await tx.run(
    sql`DELETE FROM provisioning_credentials k WHERE ${ofConnection(at)} AND k.state = 'current'`,
  )
  if (ended > 0) await revokeTokens(tx, at.projectId, clientId)
  const expiresAt = await insertCredential(tx, at, credential)
  await bumpProject(tx, at.projectId)
  return { expiresAt, previousEndsAt }
}

/**
 * Makes the current credential the previous one, or deletes it without an overlap; deletes an older previous one.
 * @returns the end of the overlap, or null without one
 */
async function demoteCurrent(
  tx: AuditedTx,
  at: ConnectionRef,
  { kind, overlap }: NewCredential,
): Promise<Date | null> {
  await tx.run(sql`DELETE FROM provisioning_credentials k WHERE ${ofConnection(at)} AND k.state = 'previous'`)
  if (kind === 'key' || !overlap) return null
  const [row] = await tx.rows<{ endsAt: Date }>(sql`
    UPDATE provisioning_credentials k SET state = 'previous',
      previous_ends_at = LEAST(now() + make_interval(secs => ${limits.credentialOverlapSeconds}::int), k.expires_at)
    WHERE ${ofConnection(at)} AND k.kind = ${kind}
      AND k.state = 'current' AND (k.expires_at IS NULL OR k.expires_at > now())
    RETURNING k.previous_ends_at AS "endsAt"`)
  return row?.endsAt ?? null
}

async function insertCredential(
  tx: AuditedTx,
  { projectId, connectionId }: ConnectionRef,
  { kind, secretDigest, jwks, jwksUri, signingAlg, lifetimeDays }: NewCredential,
): Promise<Date | null> {
  const keys = jwks === undefined ? null : JSON.stringify(jwks)
  const [row] = await tx.rows<{ expiresAt: Date | null }>(sql`
    INSERT INTO provisioning_credentials (project_id, id, connection_id, kind, state, secret_digest, jwks, jwks_uri, signing_alg, expires_at)
    VALUES (${projectId}, ${newTypeId('pcr')}, ${connectionId}, ${kind}, 'current', ${secretDigest ?? null}, ${keys}::jsonb,
      ${jwksUri ?? null}, ${signingAlg ?? null}, now() + make_interval(days => ${lifetimeDays ?? null}::int))
    RETURNING expires_at AS "expiresAt"`)
  return row?.expiresAt ?? null
}

export async function retirePrevious(
  tx: AuditedTx,
  at: ConnectionRef,
  family: CredentialFamily,
): Promise<void> {
  await lockConnection(tx, at)
  const retired = await tx.run(sql`
    DELETE FROM provisioning_credentials k WHERE ${inFamily(at, family)} AND k.state = 'previous' AND ${credentialWorks}`)
  if (retired === 0) refuse('no_previous_credential')
  await bumpProject(tx, at.projectId)
}

export async function revokeCredential(
  tx: AuditedTx,
  at: ConnectionRef,
  family: CredentialFamily,
): Promise<void> {
  const { clientId } = await lockConnection(tx, at)
  const revoked = await tx.run(sql`DELETE FROM provisioning_credentials k WHERE ${inFamily(at, family)}`)
  if (revoked === 0) refuse('no_credential')
  if (family === 'oauth') await revokeTokens(tx, at.projectId, clientId)
  await bumpProject(tx, at.projectId)
}

interface PreviousCredential {
  readonly endsAt: Date
  readonly lastUsedAt: Date | null
  /** True after a use since the new credential was issued, or in the same millisecond. */
  readonly stillUsedByDirectory: boolean
}

export interface CredentialRecord {
  readonly connectionId: string
  readonly kind: CredentialKind
  readonly issuedAt: Date
  readonly expiresAt: Date | null
  readonly expired: boolean
  readonly lastUsedAt: Date | null
  readonly previous: PreviousCredential | null
}

interface Row extends Omit<CredentialRecord, 'previous'> {
  readonly previousEndsAt: Date | null
  readonly previousUsedAt: Date | null
}

/** Credentials of all connections of a project, or of one; previous values while these are valid. */
export async function readCredentials(
  executor: Executor,
  { projectId, connectionId }: { readonly projectId: string; readonly connectionId?: string },
): Promise<CredentialRecord[]> {
  const one = connectionId === undefined ? sql`true` : sql`c.connection_id = ${connectionId}`
  const rows = await executor.rows<Row>(sql`
    SELECT c.connection_id AS "connectionId", c.kind, c.created_at AS "issuedAt", c.expires_at AS "expiresAt",
      c.expires_at IS NOT NULL AND c.expires_at <= now() AS expired, c.last_used_at AS "lastUsedAt",
      k.previous_ends_at AS "previousEndsAt", k.last_used_at AS "previousUsedAt"
    FROM provisioning_credentials c LEFT JOIN provisioning_credentials k
      ON k.project_id = c.project_id AND k.connection_id = c.connection_id AND k.kind = c.kind
      AND k.state = 'previous' AND ${credentialWorks}
    WHERE c.project_id = ${projectId} AND ${one} AND c.state = 'current' ORDER BY c.connection_id, c.kind`)
  return rows.map(({ previousEndsAt, previousUsedAt, ...row }) => ({
    ...row,
    previous: previousEndsAt && {
      endsAt: previousEndsAt,
      lastUsedAt: previousUsedAt,
      stillUsedByDirectory: previousUsedAt !== null && previousUsedAt >= row.issuedAt,
    },
  }))
}
