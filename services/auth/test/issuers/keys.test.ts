import { sql } from '@signet/db'
import { privateKeyPlace } from '@signet/db/key-set'
import { makeSigningKey } from '@signet/secrets'
import { bumpInstance, bumpProject } from '@signet/tenancy'
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

const published = async (address: Auth['address'], issuer = project.issuer): Promise<string[]> => {
  const set = await (await fetchVia(address)(`${issuer}/jwks`)).json()
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

interface AddedKey {
  readonly state: 'published' | 'retired'
  readonly removable?: 'in an hour' | 'now'
}

async function addKey(set: string, { state, removable }: AddedKey): Promise<string> {
  const { kid, publicJwk, privateJwk } = await makeSigningKey('ES256')
  const sealed = auth.vault.seal(JSON.stringify(privateJwk), privateKeyPlace(set, kid))
  const removableAt = removable && new Date(Date.now() + (removable === 'now' ? 0 : 3_600_000))
  await auth.database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at, removable_at)
      VALUES (${set}, ${kid}, 'ES256', ${state}, ${JSON.stringify(publicJwk)}::jsonb, ${sealed}, now(), ${removableAt ?? null})`)
    if (set === 'instance') await bumpInstance(tx)
    else await bumpProject(tx, set)
  })
  return kid
}

it('a generated key is published with the next request, and does not sign before its promotion', async () => {
  const kid = await addKey(project.id, { state: 'published' })
  for (const address of replicas) {
    expect(await published(address)).toContain(kid)
    expect(await signerOf(address)).not.toBe(kid)
  }
})

it.each(['project', 'instance'])(
  'a retired key of the %s is published until its removal time, and is then hidden',
  async (of) => {
    const [set, issuer] = of === 'instance' ? ['instance', auth.baseUrl] : [project.id, project.issuer]
    const kept = await addKey(set, { state: 'retired', removable: 'in an hour' })
    const hidden = await addKey(set, { state: 'retired', removable: 'now' })
    for (const address of replicas) {
      const kids = await published(address, issuer)
      expect(kids).toContain(kept)
      expect(kids).not.toContain(hidden)
    }
  },
)

it('the key sets of the root and of a project have no private member', async () => {
  for (const issuer of [auth.baseUrl, project.issuer]) {
    const set = await (await fetchVia(auth.address)(`${issuer}/jwks`)).json()
    const { keys } = set as { keys: Record<string, unknown>[] }
    expect(keys.length).toBeGreaterThan(2)
    const members = new Set(keys.flatMap((key) => Object.keys(key)))
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth']) expect(members).not.toContain(name)
  }
})

it('discovery of the root advertises the algorithm of a promoted instance key with the next request', async () => {
  const advertised = async (address: Auth['address']) => {
    const answer = await fetchVia(address)(`${auth.baseUrl}/.well-known/openid-configuration`)
    return ((await answer.json()) as Record<string, string[]>).id_token_signing_alg_values_supported
  }
  for (const address of replicas) expect(await advertised(address)).not.toContain('ES384')
  await replaceSigner(auth, 'instance', 'published', 'ES384')
  for (const address of replicas) expect(await advertised(address)).toContain('ES384')
})

it('every replica signs with a new key on the next request and still publishes the previous key', async () => {
  const before = await published(auth.address)
  const kid = await replaceSigner(auth, project.id, 'published')
  for (const address of replicas) {
    expect(await published(address)).toEqual(expect.arrayContaining([...before, kid]))
    expect(await signerOf(address)).toBe(kid)
  }
})

it('a revoked key is published by no replica on the next request', async () => {
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

it('JWTs of both replicas verify while signers are replaced under load, and later requests use the new key', async () => {
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
    // A demoted signer still verifies; signatures of a revoked key are invalid.
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
