import { createPublicKey, X509Certificate } from 'node:crypto'
import { operations } from '@signet/contracts'
import { textOf, type Values } from '../users/mapped.ts'
import { isOn, membersOf, type Report, secretOf } from './export.ts'

export interface Authentication {
  readonly tokenEndpointAuthMethod: string
  readonly clientSecret?: string
  readonly jwks?: unknown
  readonly jwksUri?: string
  readonly tokenEndpointAuthSigningAlg?: string
}

const Secret = operations.client_import.input.shape.clientSecret

/** Null for a client that is left out, which is reported. */
export function authenticationOf(client: Values, path: string, report: Report): Authentication | null {
  if (client.publicClient === true) return { tokenEndpointAuthMethod: 'none' }
  const attributes = membersOf(client.attributes)
  switch (client.clientAuthenticatorType ?? 'client-secret') {
    case 'client-secret':
      return {
        tokenEndpointAuthMethod: isOn(attributes['client.secret.post'])
          ? 'client_secret_post'
          : 'client_secret_basic',
        ...keptSecret(client, 16, path, report),
      }
    case 'client-secret-jwt':
      return {
        tokenEndpointAuthMethod: 'client_secret_jwt',
        ...keptSecret(client, 32, path, report),
        ...algorithmOf(attributes),
      }
    case 'client-jwt':
      return keyed(attributes, path, report)
    default:
      report(
        path,
        `the authentication ${client.clientAuthenticatorType} has no counterpart, and the client is left out`,
      )
      return null
  }
}

const algorithmOf = (attributes: Values): Pick<Authentication, 'tokenEndpointAuthSigningAlg'> => {
  const algorithm = textOf(attributes['token.endpoint.auth.signing.alg'])
  return algorithm === undefined ? {} : { tokenEndpointAuthSigningAlg: algorithm }
}

/** A short or masked secret is reported, and the application gets a new one. */
function keptSecret(
  client: Values,
  characters: number,
  path: string,
  report: Report,
): Pick<Authentication, 'clientSecret'> {
  const secret = secretOf(client.secret)
  if (secret !== undefined && secret.length >= characters && Secret.safeParse(secret).success)
    return { clientSecret: secret }
  report(
    `${path}/secret`,
    secret === undefined
      ? 'the export has no secret: rotate the secret of the application (client_secret_rotate)'
      : `a secret has at least ${characters} ASCII characters: rotate the secret of the application (client_secret_rotate)`,
  )
  return {}
}

/** Reads the keys of signed assertions: an address, a key set, or a certificate. */
function keyed(attributes: Values, path: string, report: Report): Authentication | null {
  const method = { tokenEndpointAuthMethod: 'private_key_jwt', ...algorithmOf(attributes) }
  const address = textOf(attributes['jwks.url'])
  if (isOn(attributes['use.jwks.url']) && address !== undefined) return { ...method, jwksUri: address }
  const jwks = keysOf(attributes)
  if (jwks) return { ...method, jwks }
  report(path, 'the client signs assertions, and the export has no key of it: the client is left out')
  return null
}

function keysOf(attributes: Values): unknown {
  const listed = textOf(attributes['jwks.string'])
  const certificate = textOf(attributes['jwt.credential.certificate'])
  const key = textOf(attributes['jwt.credential.public.key'])
  try {
    if (isOn(attributes['use.jwks.string']) && listed !== undefined) return JSON.parse(listed)
    if (certificate === undefined && key === undefined) return undefined
    const publicKey =
      certificate === undefined
        ? createPublicKey({ key: Buffer.from(String(key), 'base64'), format: 'der', type: 'spki' })
        : new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig' }] }
  } catch {
    return undefined
  }
}
