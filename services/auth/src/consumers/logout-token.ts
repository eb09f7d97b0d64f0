import { createPrivateKey } from 'node:crypto'
import { pairwiseSubject, sectorOf } from '@signet/accounts'
import { sql } from '@signet/db'
import type { logoutNotice, PayloadOf } from '@signet/events'
import { SignJWT } from 'jose'
import { ClientAdapter } from '../clients/client-adapter.ts'
import type { IssuerDeps } from '../core/deps.ts'
import { pairwiseKey } from '../protocol/pairwise.ts'
import { defaultIdTokenAlgorithm } from '../protocol/signing.ts'
import { loadKeys, privateKey, signingAlgorithms } from '../protocol/signing-keys.ts'

export type Notice = PayloadOf<typeof logoutNotice>

type SigningDeps = Pick<IssuerDeps, 'database' | 'vault'>

export interface NoticeTarget {
  readonly uri: string
  readonly algorithm: string | undefined
  readonly secret: string | undefined
  /** Sector of the pairwise subject; undefined for an application with public subjects. */
  readonly sector: string | undefined
}

/** Returns null when the application was deleted or has no logout address any more. */
export async function targetOf(
  { database, vault }: SigningDeps,
  notice: Notice,
): Promise<NoticeTarget | null> {
  const client = await new ClientAdapter(database, vault, notice.projectId).find(notice.clientId)
  if (typeof client?.backchannel_logout_uri !== 'string') return null
  return {
    uri: client.backchannel_logout_uri,
    algorithm: client.id_token_signed_response_alg,
    secret: client.client_secret,
    sector:
      client.subject_type === 'pairwise'
        ? sectorOf({
            clientId: notice.clientId,
            sectorIdentifierUri: client.sector_identifier_uri,
            redirectUris: client.redirect_uris,
            jwksUri: client.jwks_uri,
          })
        : undefined,
  }
}

/** Events of every logout token (OpenID Connect Back-Channel Logout 1.0, 2.4). */
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** Lifetime of a logout token. Seconds. */
const lifetime = 120

/**
 * Signs a logout token with a new `jti` and `iat` and the current key. The other claims come from the stored
 * notice.
 */
export async function logoutToken(deps: SigningDeps, notice: Notice, target: NoticeTarget): Promise<string> {
  const { algorithm, kid, key } = await signerOf(deps, notice, target)
  return new SignJWT({ events, ...(notice.sid === null ? {} : { sid: notice.sid }) })
    .setProtectedHeader({ alg: algorithm, typ: 'logout+jwt', ...(kid ? { kid } : {}) })
    .setIssuer(notice.issuer)
    .setSubject(await subjectOf(deps, notice, target))
    .setAudience(notice.clientId)
    .setIssuedAt()
    .setExpirationTime(`${lifetime}s`)
    .setJti(crypto.randomUUID())
    .sign(key)
}

const subjectOf = async (deps: SigningDeps, { projectId, sub }: Notice, { sector }: NoticeTarget) =>
  sector === undefined ? sub : pairwiseSubject(await pairwiseKey(deps, projectId), sector, sub)

/** Returns the signer for the algorithm of the application's ID tokens (section 2.6). */
async function signerOf({ database, vault }: SigningDeps, { projectId }: Notice, target: NoticeTarget) {
  if (target.algorithm?.startsWith('HS') && target.secret !== undefined)
    return { algorithm: target.algorithm, kid: undefined, key: new TextEncoder().encode(target.secret) }
  const [project] = await database.rows<{ id: string; addressForm: string }>(
    sql`SELECT id, address_form AS "addressForm" FROM projects WHERE id = ${projectId}`,
  )
  const keys = project ? await loadKeys(database, project) : []
  const algorithm = target.algorithm ?? defaultIdTokenAlgorithm(signingAlgorithms(keys))
  const current = keys.find((key) => key.state === 'signing' && key.algorithm === algorithm)
  if (!project || !current) throw new Error('No key signs with the algorithm of the application.')
  const key = createPrivateKey({
    key: JSON.parse(JSON.stringify(privateKey(vault, project, current))),
    format: 'jwk',
  })
  return { algorithm: current.algorithm, kid: current.kid, key }
}
