import { makeSigningKey, type SigningAlgorithm, type SigningKeyPair, type Vault } from '@signet/secrets'
import { sealedPlace } from './sealed.ts'
import { type Executor, sql } from './sql.ts'

/** The key set of the root issuer, which the default and the administrators' project share. */
export const INSTANCE_KEY_SET = 'instance'

/** What a new key set signs with: access tokens with ES256, ID tokens with RS256, and EdDSA for who asks for speed. */
const INITIAL_ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const satisfies SigningAlgorithm[]

/** Where a private key's envelope is bound to. */
export const privateKeyPlace = (keySetId: string, kid: string) => sealedPlace('signingKey', keySetId, kid)

/** Keys for `createKeySet`. Finding an RSA key takes a while: make them before the transaction. */
export const makeInitialKeys = (): Promise<SigningKeyPair[]> =>
  Promise.all(INITIAL_ALGORITHMS.map(makeSigningKey))

/** Inserts a key set whose keys sign at once: nobody can hold an older copy of a set that never was. */
export async function createKeySet(
  tx: Executor,
  vault: Vault,
  keySetId: string,
  keys: readonly SigningKeyPair[],
): Promise<void> {
  await tx.run(sql`INSERT INTO key_sets (id) VALUES (${keySetId})`)
  for (const { kid, algorithm, publicJwk, privateJwk } of keys) {
    const sealed = vault.seal(JSON.stringify(privateJwk), privateKeyPlace(keySetId, kid))
    await tx.run(
      sql`INSERT INTO signing_keys
          (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at, signing_since)
        VALUES (${keySetId}, ${kid}, ${algorithm}, 'signing', ${JSON.stringify(publicJwk)}::jsonb, ${sealed}, now(), now())`,
    )
  }
}
