import type { Executor } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { digest, sameDigest, type Vault } from '@signet/secrets'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import { ownSettings } from '../provider-options/client-metadata.ts'
import { isDirectorySecret } from './directory-clients.ts'

interface SecretRow {
  readonly id: string
  readonly secretDigest: string | null
  readonly secretSealed: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Algorithms whose key is the secret itself, or made from it. */
const symmetric = /^(?:HS\d+|A\d+(?:GCM)?KW|dir)$/

const algorithmMember = /_alg$/

/** The secret signs or encrypts: it has to be kept, sealed, and not only its digest. */
export const secretIsKey = (metadata: Readonly<Record<string, unknown>>): boolean =>
  metadata.token_endpoint_auth_method === 'client_secret_jwt' ||
  Object.entries(metadata).some(
    ([name, value]) => algorithmMember.test(name) && symmetric.test(String(value)),
  )

export const secretPlace = (projectId: string, clientId: string) =>
  sealedPlace('clientSecret', projectId, clientId)

/**
 * oidc-provider wants a `client_secret`: the digest stands in, since secrets are compared by digest. Only where the
 * secret is a key is the secret itself unsealed.
 */
export function openSecret(vault: Vault, projectId: string, row: SecretRow): { client_secret?: string } {
  if (row.secretSealed && secretIsKey(row.metadata))
    return { client_secret: vault.open(row.secretSealed, secretPlace(projectId, row.id)) }
  return row.secretDigest ? { client_secret: row.secretDigest } : {}
}

/** Secrets are stored as digests, so the presented one is digested before it is compared, in constant time. */
export function compareSecretsByDigest(provider: Provider, executor: Executor, projectId: string): void {
  const compare = async (client: Client, presented: string): Promise<boolean> => {
    const { secretDigest, connectionId } = ownSettings(client)
    if (connectionId !== undefined) return isDirectorySecret(executor, projectId, connectionId, presented)
    return secretDigest !== undefined && sameDigest(digest(presented), secretDigest)
  }
  // The library awaits the answer, though its type says boolean.
  const prototype = provider.Client.prototype as unknown as Record<'compareClientSecret', unknown>
  prototype.compareClientSecret = function compareClientSecret(this: Client, presented: string) {
    return compare(this, presented)
  }
}

/** A digest is nobody's key: nothing is signed, verified or decrypted with what merely stands in for the secret. */
export function dropStandInKeys(client: Client): void {
  const { symmetricKeyStore } = client as unknown as { symmetricKeyStore?: { clear(): void } }
  const { secretDigest, connectionId } = ownSettings(client)
  const standsIn = secretDigest === undefined || sameDigest(client.clientSecret ?? '', secretDigest)
  if (connectionId !== undefined || standsIn) symmetricKeyStore?.clear()
}
