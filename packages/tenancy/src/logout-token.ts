import { createPrivateKey } from 'node:crypto'
import { type Executor, sql } from '@signet/db'
import type { Vault } from '@signet/secrets'
import { SignJWT } from 'jose'
import { defaultIdTokenAlgorithm, loadKeys, privateKey, signingAlgorithms } from './signing-keys.ts'

interface LogoutClaims {
  readonly projectId: string
  readonly issuer: string
  readonly clientId: string
  /** The subject in the form that the application receives. */
  readonly sub: string
  /** Null: all sessions of the subject. */
  readonly sid: string | null
}

/** The signature that the application registered for ID tokens. */
interface LogoutSignature {
  readonly algorithm: string | undefined
  /** The client secret, for a symmetric algorithm. */
  readonly secret: string | undefined
}

/** Events of every logout token (OpenID Connect Back-Channel Logout 1.0, 2.4). */
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** Lifetime of a logout token. Seconds. */
const lifetime = 120

/** Signs a logout token with a new `jti` and `iat` and the current key. */
export async function signLogoutToken(
  deps: { readonly database: Executor; readonly vault: Vault },
  claims: LogoutClaims,
  signature: LogoutSignature,
): Promise<string> {
  const { algorithm, kid, key } = await signerOf(deps, claims.projectId, signature)
  return new SignJWT({ events, ...(claims.sid === null ? {} : { sid: claims.sid }) })
    .setProtectedHeader({ alg: algorithm, typ: 'logout+jwt', ...(kid ? { kid } : {}) })
    .setIssuer(claims.issuer)
    .setSubject(claims.sub)
    .setAudience(claims.clientId)
    .setIssuedAt()
    .setExpirationTime(`${lifetime}s`)
    .setJti(crypto.randomUUID())
    .sign(key)
}

/** Returns the signer for the algorithm of the application's ID tokens (section 2.6). */
async function signerOf(
  { database, vault }: { readonly database: Executor; readonly vault: Vault },
  projectId: string,
  signature: LogoutSignature,
) {
  if (signature.algorithm?.startsWith('HS') && signature.secret !== undefined)
    return {
      algorithm: signature.algorithm,
      kid: undefined,
      key: new TextEncoder().encode(signature.secret),
    }
  const [project] = await database.rows<{ id: string; addressForm: string }>(
    sql`SELECT id, address_form AS "addressForm" FROM projects WHERE id = ${projectId}`,
  )
  const keys = project ? await loadKeys(database, project) : []
  const algorithm = signature.algorithm ?? defaultIdTokenAlgorithm(signingAlgorithms(keys))
  const current = keys.find((key) => key.state === 'signing' && key.algorithm === algorithm)
  if (!project || !current) throw new Error('No key signs with the algorithm of the application.')
  const key = createPrivateKey({
    key: JSON.parse(JSON.stringify(privateKey(vault, project, current))),
    format: 'jwk',
  })
  return { algorithm: current.algorithm, kid: current.kid, key }
}
