import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Instance } from '../foreign/instance.ts'
import type { Introspect } from './certificate-proxy.ts'
import { apiScope } from './key-clients.ts'

const identifier = 'https://accounts.example'

/**
 * Creates the application that serves the API.
 * @returns its check of tokens
 */
export async function declareApi(
  instance: Instance,
  { path, issuer }: { readonly path: string; readonly issuer: string },
): Promise<Introspect> {
  await instance.post(`${path}/resources`, { identifier, name: 'Accounts', scopes: [apiScope] })
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const { clientId } = await instance.post(`${path}/clients`, {
    clientName: 'Accounts',
    grantTypes: ['client_credentials'],
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'api', alg: 'ES256', use: 'sig' }] },
  })
  return async (token) => {
    const assertion = await new SignJWT({ jti: crypto.randomUUID(), sub: String(clientId) })
      .setProtectedHeader({ alg: 'ES256', kid: 'api' })
      .setIssuer(String(clientId))
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime('1 min')
      .sign(privateKey)
    const body = new URLSearchParams({
      token,
      client_id: String(clientId),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    })
    const response = await fetch(`${issuer}/token/introspection`, { method: 'POST', body })
    const { active, aud, cnf } = (await response.json()) as Readonly<Record<string, unknown>>
    return active === true && aud === identifier
      ? (cnf as { readonly 'x5t#S256'?: string } | undefined)?.['x5t#S256']
      : undefined
  }
}
