import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, startAuth } from '../support/harness.ts'
import { applicationAndUser, postForm, signIn } from '../support/journey.ts'
import { replaceSigner } from '../support/signers.ts'

const api = 'https://orders.example/'

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
    sql`UPDATE clients SET id_token_signed_response_alg = 'ES256' WHERE id = ${client.clientId}`,
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
    SELECT kid FROM signing_keys WHERE key_set_id = ${project.id} AND algorithm = 'ES256' AND state = 'signing'`)
  const kid = await replaceSigner(auth, project.id, 'revoked')
  for (const address of replicas) {
    const kids = await published(address)
    expect(kids).toContain(kid)
    expect(kids).not.toContain(signer?.kid)
    expect(await signerOf(address)).toBe(kid)
  }
})

it('T12: signers replaced under load: JWTs verify with the keys of either replica, and no later request is signed by a key before', async () => {
  const { clientId, clientSecret } = await makeClient(auth, {
    projectId: project.id,
    grantTypes: ['client_credentials'],
  })
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name)
    VALUES (${project.id}, 'api', ${project.id}, ${api}, ${api}, 'API')`)
  const issue = async (address: Auth['address']): Promise<string> => {
    const body = { grant_type: 'client_credentials', resource: api }
    const { body: answer } = await postForm({ ...auth, address }, `${project.issuer}/token`, body, {
      clientId,
      clientSecret,
    })
    return String(answer.access_token)
  }
  const signerNow = (token: string) => decodeProtectedHeader(token).kid
  for (let round = 0; round < 10; round += 1) {
    const load = replicas.flatMap((address) => Array.from({ length: 4 }, () => issue(address)))
    const kid = await replaceSigner(auth, project.id, round % 2 ? 'revoked' : 'published')
    const after = await Promise.all(replicas.flatMap((address) => [issue(address), issue(address)]))
    expect(after.map(signerNow)).toEqual(after.map(() => kid))
    // A demoted signer keeps verifying; what a revoked one signed does not count any more.
    const good = round % 2 ? after : [...after, ...(await Promise.all(load))]
    await Promise.all(load)
    for (const address of replicas) {
      const keys = createLocalJWKSet(
        (await (await fetchVia(address)(`${project.issuer}/jwks`)).json()) as { keys: JWK[] },
      )
      for (const token of good) await jwtVerify(token, keys, { issuer: project.issuer, audience: api })
    }
  }
})
