import { sql } from '@signet/db'
import { privateKeyPlace } from '@signet/db/key-set'
import { makeSigningKey, type SigningAlgorithm } from '@signet/secrets'
import { bumpInstance, bumpProject } from '@signet/tenancy'
import type { Auth } from './harness.ts'

/**
 * Demotes or revokes the old key, adds a new signer and increments the version, as a rotation or revocation does.
 * @returns the id of the new key
 */
export async function replaceSigner(
  { database, vault }: Auth,
  projectId: string,
  oldKey: 'published' | 'revoked',
  algorithm: SigningAlgorithm = 'ES256',
): Promise<string> {
  const { kid, publicJwk, privateJwk } = await makeSigningKey(algorithm)
  const sealed = vault.seal(JSON.stringify(privateJwk), privateKeyPlace(projectId, kid))
  await database.transaction(async (tx) => {
    await tx.run(sql`
      UPDATE signing_keys SET state = ${oldKey}, signed_until = now()
      WHERE key_set_id = ${projectId} AND algorithm = ${algorithm} AND state = 'signing'`)
    await tx.run(sql`
      INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at, signing_since)
      VALUES (${projectId}, ${kid}, ${algorithm}, 'signing', ${JSON.stringify(publicJwk)}::jsonb, ${sealed}, now(), now())`)
    if (projectId === 'instance') await bumpInstance(tx)
    else await bumpProject(tx, projectId)
  })
  return kid
}
