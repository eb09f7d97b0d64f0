import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { Provider } from '@signet/contracts'
import { assertionKeyPlace } from '@signet/federation'
import { makeSigningKey } from '@signet/secrets'
import type { HandlerDeps } from '../../deps.ts'
import type { Columns } from './provider-columns.ts'

type AssertionKeyColumns = Pick<Columns, 'assertionKey' | 'assertionKeySealed'>

/** No two providers share a key, so an assertion for one is never valid at another. */
export async function newAssertionKey(
  { vault }: Pick<HandlerDeps, 'vault'>,
  at: { readonly projectId: string; readonly providerId: string },
): Promise<AssertionKeyColumns> {
  const { publicJwk, privateJwk } = await makeSigningKey('RS256')
  // The published key has no `alg`: the metadata of the provider decides between RS256 and PS256.
  const { alg: _any, ...published } = publicJwk
  return {
    assertionKey: { ...published },
    assertionKeySealed: vault.seal(JSON.stringify(privateJwk), assertionKeyPlace(at)),
  }
}

/** Null while the project has no address. */
const keySetOf = (issuer: string | null, providerId: string): string | null =>
  issuer && `${issuer}/federation/${providerId}/jwks`

interface Row {
  readonly id: string
  readonly clientAuthentication: Provider['clientAuthentication']
  readonly assertionKey: JsonWebKey | null
  readonly pendingFields: readonly string[]
}

/** Describes the key of a provider that signs assertions, or will after a successful trial sign-in. */
export function describeAssertionKey(
  { id, clientAuthentication, assertionKey, pendingFields }: Row,
  issuer: string | null,
): Provider['assertionKey'] {
  const isUsed = clientAuthentication === 'private_key_jwt' || pendingFields.includes('clientAuthentication')
  if (!assertionKey || !isUsed) return null
  const publicKey = createPublicKey({ key: assertionKey, format: 'jwk' })
  return {
    keySetUri: keySetOf(issuer, id),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
