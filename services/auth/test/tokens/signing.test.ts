import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'
import { type ClientCredentials, postForm } from '../support/journey.ts'

const machine = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
const resource = 'https://api.example'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  client = await storeClient(auth, project.id, machine)
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes)
    VALUES (${project.id}, 'res_api', ${project.id}, ${resource}, ${resource}, 'API', ${['read']})`)
  await bump()
})
afterAll(() => auth?.close())

const bump = () => auth.database.transaction((tx) => bumpProject(tx, project.id))

const choose = async (algorithm: string | null) => {
  await auth.database.run(
    sql`UPDATE resources SET access_token_signing_alg = ${algorithm} WHERE project_id = ${project.id}`,
  )
  await bump()
}

async function token(): Promise<string> {
  const body = { grant_type: 'client_credentials', resource }
  return String((await postForm(auth, `${project.issuer}/token`, body, client)).body.access_token)
}

const algorithmOf = async () => decodeProtectedHeader(await token()).alg

const verifies = async (jwt: string) => {
  const keys = createRemoteJWKSet(new URL(`${project.issuer}/jwks`), {
    [customFetch]: (url) => fetchVia(auth.address)(url),
  })
  return (await jwtVerify(jwt, keys, { issuer: project.issuer, audience: resource })).payload.aud
}

describe('JWT access tokens:', () => {
  it('the default algorithm is ES256, which common libraries verify', async () => {
    expect(await algorithmOf()).toBe('ES256')
    expect(await verifies(await token())).toBe(resource)
  })

  it('the algorithm of the API takes precedence over the setting, and earlier tokens still verify', async () => {
    const before = await token()
    await setSetting(auth, 'accessTokenSigningAlg', 'RS256')
    expect(await algorithmOf()).toBe('RS256')
    await choose('EdDSA')
    expect(await algorithmOf()).toBe('EdDSA')
    for (const jwt of [before, await token()]) expect(await verifies(jwt)).toBe(resource)
    await choose(null)
    await setSetting(auth, 'accessTokenSigningAlg', 'ES256')
  })

  it('another key signs when the project has none of the configured algorithm', async () => {
    await setSetting(auth, 'accessTokenSigningAlg', 'PS512')
    expect(await algorithmOf()).toBe('ES256')
    await setSetting(auth, 'accessTokenSigningAlg', 'ES256')
    await auth.database.run(sql`
      UPDATE signing_keys SET state = 'retired', removable_at = now() WHERE key_set_id = ${project.id} AND algorithm = 'EdDSA'`)
    await choose('EdDSA')
    expect(await algorithmOf()).toBe('ES256')
  })
})
