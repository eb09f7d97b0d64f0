import { SignJWT } from 'jose'
import { projectSigner, type Signer, type SigningDeps } from './project-signer.ts'

interface LogoutClaims {
  readonly projectId: string
  readonly issuer: string
  readonly clientId: string
  /** Form that the application receives. */
  readonly sub: string
  /** Null: all sessions of the subject. */
  readonly sid: string | null
}

interface LogoutSignature {
  readonly algorithm: string | undefined
  /** Client secret, for a symmetric algorithm. */
  readonly secret: string | undefined
}

/** OpenID Connect Back-Channel Logout 1.0, 2.4. */
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** Seconds. */
const lifetime = 120

/** Adds a new `jti` and `iat`; uses the current key. */
export async function signLogoutToken(
  deps: SigningDeps,
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

const signerOf = (
  deps: SigningDeps,
  projectId: string,
  { algorithm, secret }: LogoutSignature,
): Promise<Signer> =>
  algorithm?.startsWith('HS') && secret !== undefined
    ? Promise.resolve({ algorithm, kid: undefined, key: new TextEncoder().encode(secret) })
    : projectSigner(deps, projectId, algorithm)
