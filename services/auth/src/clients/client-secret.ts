import { sealedPlace } from '@signet/db/sealed'
import { sameDigest, type Vault } from '@signet/secrets'
import type { Client } from 'oidc-provider'
import { ownSettings } from './client-metadata.ts'

interface SecretRow {
  readonly id: string
  readonly secretDigest: string | null
  readonly secretSealed: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The key is the secret, or derived from it. */
const symmetric = /^(?:HS\d+|A\d+(?:GCM)?KW|dir)$/

const algorithmMember = /_alg$/

/** A secret that signs or encrypts is stored sealed and not only as a digest. */
export const secretIsKey = (metadata: Readonly<Record<string, unknown>>): boolean =>
  metadata.token_endpoint_auth_method === 'client_secret_jwt' ||
  Object.entries(metadata).some(
    ([name, value]) => algorithmMember.test(name) && symmetric.test(String(value)),
  )

export const secretPlace = (projectId: string, clientId: string) =>
  sealedPlace('clientSecret', projectId, clientId)

/** Returns the digest for comparisons as `client_secret`, or the unsealed secret when it is a key. */
export function openSecret(vault: Vault, projectId: string, row: SecretRow): { client_secret?: string } {
  if (row.secretSealed && secretIsKey(row.metadata))
    return { client_secret: vault.open(row.secretSealed, secretPlace(projectId, row.id)) }
  return row.secretDigest ? { client_secret: row.secretDigest } : {}
}

/** Removes symmetric keys that were made from a digest in place of the secret. */
export function dropStandInKeys(client: Client): void {
  const { symmetricKeyStore } = client as unknown as { symmetricKeyStore?: { clear(): void } }
  const { secretDigest, connectionId } = ownSettings(client)
  const standsIn = secretDigest === undefined || sameDigest(client.clientSecret ?? '', secretDigest)
  if (connectionId !== undefined || standsIn) symmetricKeyStore?.clear()
}
