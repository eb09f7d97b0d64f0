import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from './harness.ts'
import { applicationAndUser, signIn } from './journey.ts'
import { replaceSigner } from './signers.ts'

let auth: Auth
let replicas: readonly Auth['address'][]
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  replicas = [auth.address, (await auth.startReplica()).address]
  project = await makeProject(auth)
})
afterAll(() => auth.close())

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
  const kid = await replaceSigner(auth, project.id, 'published')
  for (const address of replicas) {
    expect(await published(address)).toEqual(expect.arrayContaining([...before, kid]))
    expect(await signerOf(address)).toBe(kid)
  }
})

it('T12 F16: a revoked key is published by no replica with the next request', async () => {
  const [signer] = await auth.database.rows<{ kid: string }>(sql`
    SELECT kid FROM signing_keys WHERE key_set_id = ${project.id} AND algorithm = 'EdDSA' AND state = 'signing'`)
  const kid = await replaceSigner(auth, project.id, 'revoked')
  for (const address of replicas) {
    const kids = await published(address)
    expect(kids).toContain(kid)
    expect(kids).not.toContain(signer?.kid)
    expect(await signerOf(address)).toBe(kid)
  }
})
