import { makeSigningKey, type SigningAlgorithm, type SigningKeyPair, type Vault } from '@signet/secrets'
import { sealedPlace } from './sealed.ts'
import { type Executor, join, sql } from './sql.ts'

/** The root issuer's, which the default and the administrators' project share. */
export const INSTANCE_KEY_SET = 'instance'

/** ES256 for access tokens, RS256 for ID tokens, and EdDSA for clients that choose it for speed. */
const INITIAL_ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const satisfies SigningAlgorithm[]

export const privateKeyPlace = (keySetId: string, kid: string) => sealedPlace('signingKey', keySetId, kid)

/** Call before the transaction: generating an RSA key is slow. */
export const makeInitialKeys = (): Promise<SigningKeyPair[]> =>
  Promise.all(INITIAL_ALGORITHMS.map(makeSigningKey))

/** The keys sign immediately: no cache has an older version of a new set. */
export async function createKeySet(
  tx: Executor,
  vault: Vault,
  keySetId: string,
  keys: readonly SigningKeyPair[],
): Promise<void> {
  await tx.run(sql`INSERT INTO key_sets (id) VALUES (${keySetId})`)
  const rows = keys.map(({ kid, algorithm, publicJwk, privateJwk }) => {
    const sealed = vault.seal(JSON.stringify(privateJwk), privateKeyPlace(keySetId, kid))
    return sql`(${keySetId}, ${kid}, ${algorithm}, 'signing', ${JSON.stringify(publicJwk)}::jsonb, ${sealed}, now(), now())`
  })
  await tx.run(sql`
    INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at, signing_since)
    VALUES ${join(rows, ', ')}`)
}
