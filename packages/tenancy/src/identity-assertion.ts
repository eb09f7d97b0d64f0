import { SignJWT } from 'jose'
import { projectSigner, type SigningDeps } from './project-signer.ts'

/** draft-ietf-oauth-identity-assertion-authz-grant 3; no other JWT of a project has this type. */
export const identityAssertionJwt = 'oauth-id-jag+jwt'

export interface IdentityClaims {
  readonly iss: string
  readonly sub: string
  /** Issuer of the receiving authorization server. */
  readonly aud: string
  /** The application at this server. */
  readonly client_id: string
  readonly [claim: string]: unknown
}

interface AssertionSignature {
  readonly projectId: string
  /** Undefined: the algorithm of ID tokens. */
  readonly algorithm: string | undefined
  readonly seconds: number
}

/** Adds a new `jti` and `iat`; uses the current key of the project. */
export async function signIdentityAssertion(
  deps: SigningDeps,
  { projectId, algorithm: requested, seconds }: AssertionSignature,
  claims: IdentityClaims,
): Promise<string> {
  const { algorithm, kid, key } = await projectSigner(deps, projectId, requested)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: identityAssertionJwt, ...(kid ? { kid } : {}) })
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .setJti(crypto.randomUUID())
    .sign(key)
}
