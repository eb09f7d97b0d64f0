import { sql } from '@signet/db'
import { privateKeyPlace } from '@signet/db/key-set'
import { bumpProject } from '@signet/directory'
import { makeSigningKey } from '@signet/secrets'
import { fetchVia } from '@signet/testkit'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from './harness.ts'
import { applicationAndUser, signIn } from './journey.ts'

let auth: Auth
let replicas: readonly Auth['address'][]
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  replicas = [auth.address, (await auth.startReplica()).address]
  project = await makeProject(auth)
})
afterAll(() => auth.close())

/** What a rotation does: the old signer is demoted or revoked, a key that is made takes over, the version moves. */
async function replaceSigner(oldKey: 'published' | 'revoked'): Promise<string> {
  const { kid, algorithm, publicJwk, privateJwk } = await makeSigningKey('EdDSA')
  const sealed = auth.vault.seal(JSON.stringify(privateJwk), privateKeyPlace(project.id, kid))
  await auth.database.transaction(async (tx) => {
    await tx.run(sql`
      UPDATE signing_keys SET state = ${oldKey}, signed_until = now()
      WHERE key_set_id = ${project.id} AND algorithm = 'EdDSA' AND state = 'signing'`)
    await tx.run(sql`
      INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at, signing_since)
      VALUES (${project.id}, ${kid}, ${algorithm}, 'signing', ${JSON.stringify(publicJwk)}::jsonb, ${sealed}, now(), now())`)
    await bumpProject(tx, project.id)
  })
  return kid
}

const published = async (address: Auth['address']): Promise<string[]> => {
  const set = await (await fetchVia(address)(`${project.issuer}/jwks`)).json()
  return (set as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}

const signerOf = async (address: Auth['address']): Promise<string | undefined> => {
  const { client, user } = await applicationAndUser(auth, project.id)
  await auth.database.run(
    sql`UPDATE clients SET id_token_signed_response_alg = 'EdDSA' WHERE id = ${client.clientId}`,
  )
  const { tokens } = await signIn({ ...auth, address }, project.issuer, client, user.email)
  return decodeProtectedHeader(tokens.id_token ?? '').kid
}

it('T12 F16: with the next request every replica signs with a new key, and still publishes the one before', async () => {
  const before = await published(auth.address)
  const kid = await replaceSigner('published')
  for (const address of replicas) {
    expect(await published(address)).toEqual(expect.arrayContaining([...before, kid]))
    expect(await signerOf(address)).toBe(kid)
  }
})

it('T12 F16: a revoked key is published by no replica with the next request', async () => {
  const [signer] = await auth.database.rows<{ kid: string }>(sql`
    SELECT kid FROM signing_keys WHERE key_set_id = ${project.id} AND algorithm = 'EdDSA' AND state = 'signing'`)
  const kid = await replaceSigner('revoked')
  for (const address of replicas) {
    const kids = await published(address)
    expect(kids).toContain(kid)
    expect(kids).not.toContain(signer?.kid)
    expect(await signerOf(address)).toBe(kid)
  }
})
