import { sql } from '@signet/db'
import { assertionKeyPlace } from '@signet/federation'
import { makeSigningKey, type SigningKeyPair } from '@signet/secrets'
import { fetchVia } from '@signet/testkit'
import { startUpstream } from '@signet/testkit/upstream'
import { decodeJwt, decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Auth, startAuth } from '../support/harness.ts'
import { arrivalOf } from '../support/journey.ts'
import { type Misdeeds, startCraftedProvider } from './crafted-provider.ts'
import { type FederatedProject, problemOn, projectWith, signInThrough } from './world.ts'

const away = 'Corp could not sign you in right now. Please try again in a moment.'
const providerId = 'corp'

async function giveKey(
  { database, vault }: Auth,
  projectId: string,
  { publicJwk, privateJwk }: SigningKeyPair,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(privateJwk), assertionKeyPlace({ projectId, providerId }))
  const { alg: _any, ...key } = publicJwk
  await database.run(sql`
    UPDATE identity_providers SET client_authentication = 'private_key_jwt', client_secret_sealed = NULL,
      assertion_key = ${JSON.stringify(key)}::jsonb, assertion_key_sealed = ${sealed}
    WHERE project_id = ${projectId} AND id = ${providerId}`)
}

const readKeySet = (auth: Auth, { issuer }: Pick<FederatedProject, 'issuer'>) =>
  fetchVia(auth.address)(`${issuer}/federation/${providerId}/jwks`)

/** The provider accepts assertions only. */
async function startWith(misdeeds: Misdeeds = {}) {
  const upstream = await startCraftedProvider()
  const auth = await startAuth([upstream.pair])
  onTestFinished(async () => {
    await auth.close()
    await upstream.close()
  })
  const project = await projectWith(auth, upstream)
  await giveKey(auth, project.id, await makeSigningKey('RS256'))
  const keySet = (await (await readKeySet(auth, project)).json()) as JSONWebKeySet
  upstream.misbehave({ assertion: { keySet, audience: 'issuer' }, ...misdeeds })
  const isSignedIn = async () => arrivalOf((await signInThrough(auth, project)).end).searchParams.has('code')
  return { auth, upstream, project, keySet, isSignedIn }
}

describe('private_key_jwt at a provider:', () => {
  test('the assertion is signed by the published key for the issuer, is short-lived and is used once', async () => {
    const { upstream, keySet, isSignedIn } = await startWith()
    expect(await isSignedIn()).toBe(true)
    expect(await isSignedIn()).toBe(true)
    const [first = '', second = '', ...more] = upstream.assertions
    expect(more).toEqual([])
    const { iss, sub, aud, jti, iat = 0, exp = 0 } = decodeJwt(first)
    expect({ iss, sub, aud }).toEqual({ iss: 'signet', sub: 'signet', aud: upstream.issuer })
    expect(exp - iat).toBe(60)
    expect(decodeJwt(second).jti).not.toBe(jti)
    expect(decodeProtectedHeader(first)).toEqual({ alg: 'RS256', kid: keySet.keys[0]?.kid })
  })

  test('no secret is sent with an assertion', async () => {
    const { upstream, isSignedIn } = await startWith()
    await isSignedIn()
    expect(upstream.redeemedBy).toEqual(['private_key_jwt'])
  })

  test('a refused assertion is repeated once for the token endpoint, which is used from then on', async () => {
    const { upstream, keySet, isSignedIn } = await startWith()
    upstream.misbehave({ assertion: { keySet, audience: 'token endpoint' } })
    expect(await isSignedIn()).toBe(true)
    expect(await isSignedIn()).toBe(true)
    const endpoint = `${upstream.issuer}/token`
    expect(upstream.assertions.map((each) => decodeJwt(each).aud)).toEqual([
      upstream.issuer,
      endpoint,
      endpoint,
    ])
    const ids = upstream.assertions.map((each) => decodeJwt(each).jti)
    expect(new Set(ids).size).toBe(3)
  })

  test('PS256 is used where the metadata of the provider offers no RS256', async () => {
    const offered = { token_endpoint_auth_signing_alg_values_supported: ['ES256', 'PS256'] }
    const { upstream, isSignedIn } = await startWith({ metadata: offered })
    upstream.misbehave({ metadata: offered })
    expect(await isSignedIn()).toBe(true)
    expect(decodeProtectedHeader(upstream.assertions[0] ?? '').alg).toBe('PS256')
  })

  test('the stored failure states that the provider offers no algorithm of the key', async () => {
    const offered = { token_endpoint_auth_signing_alg_values_supported: ['ES256'] }
    const { auth, project } = await startWith({ metadata: offered })
    expect(problemOn((await signInThrough(auth, project)).page())).toBe(away)
    const [row] = await auth.database.rows<{ detail: string }>(sql`
      SELECT last_failure->>'detail' AS detail FROM identity_providers WHERE project_id = ${project.id}`)
    expect(row?.detail).toBe('The provider accepts no client assertion with RS256 or PS256.')
  })
})

describe('key set of a provider:', () => {
  test('the published key has no private member and may be cached for five minutes', async () => {
    const { auth, project, keySet } = await startWith()
    const answer = await readKeySet(auth, project)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('content-type')).toMatch(/^application\/jwk-set\+json/)
    expect(keySet.keys.map((key) => Object.keys(key).toSorted())).toEqual([['e', 'kid', 'kty', 'n', 'use']])
  })

  test('a provider without a key, an unknown provider and a posted request get no key set', async () => {
    const { auth, project } = await startWith()
    await auth.database.run(sql`
      UPDATE identity_providers SET client_authentication = 'secret', assertion_key = NULL, assertion_key_sealed = NULL
      WHERE project_id = ${project.id}`)
    expect((await readKeySet(auth, project)).status).toBe(404)
    expect((await fetchVia(auth.address)(`${project.issuer}/federation/another/jwks`)).status).toBe(404)
    const posted = await fetchVia(auth.address)(`${project.issuer}/federation/corp/jwks`, { method: 'POST' })
    expect(posted.status).toBeGreaterThanOrEqual(400)
  })
})

test('a sign-in through oidc-provider with private_key_jwt succeeds', async () => {
  const key = await makeSigningKey('RS256')
  const upstream = await startUpstream({
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [key.publicJwk] },
  })
  const auth = await startAuth([upstream.pair])
  onTestFinished(async () => {
    await auth.close()
    await upstream.close()
  })
  const project = await projectWith(auth, upstream)
  await giveKey(auth, project.id, key)
  const { tokens } = await signInThrough(auth, project)
  expect((await tokens()).claims()?.sub).toEqual(expect.any(String))
})
