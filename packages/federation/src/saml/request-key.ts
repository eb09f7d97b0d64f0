import { makeSigningKey, selfSignedCertificate, type Vault } from '@signet/secrets'
import { assertionKeyPlace } from '../places.ts'

/**
 * Signs requests of SAML to one provider. Both JWKs have the certificate (RFC 7517 4.7), because providers accept a key only in a
 * certificate.
 */
export async function newRequestKey(
  vault: Vault,
  at: { readonly projectId: string; readonly providerId: string },
) {
  const { publicJwk, privateJwk } = await makeSigningKey('RS256')
  const { raw } = selfSignedCertificate({ commonName: `Signet ${at.providerId}`, privateJwk })
  const x5c = [raw.toString('base64')]
  return {
    assertionKey: { ...publicJwk, x5c },
    assertionKeySealed: vault.seal(JSON.stringify({ ...privateJwk, x5c }), assertionKeyPlace(at)),
  }
}
