import type { Egress } from '@signet/http'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { ProviderKeys } from '../../src/upstream/provider-keys.ts'

const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const other = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const at = (tid: string) => `https://login.microsoftonline.com/${tid}/v2.0`

let sign: (kid: string, claims: Record<string, string>) => Promise<string>
let keys: ReturnType<ProviderKeys['at']>
/** Microsoft publishes keys of many tenants: one key is bound to a tenant, one to all tenants. */
beforeAll(async () => {
  const pairs = {
    one: await generateKeyPair('RS256'),
    every: await generateKeyPair('RS256'),
    plain: await generateKeyPair('RS256'),
  }
  const issuers: Record<string, string> = { one: at(tenant), every: at('{tenantid}') }
  const set = await Promise.all(
    Object.entries(pairs).map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid,
      ...(issuers[kid] ? { issuer: issuers[kid] } : {}),
    })),
  )
  const egress: Egress = { fetch: async () => Response.json({ keys: set }) }
  keys = new ProviderKeys(egress).at('https://login.microsoftonline.com/common/discovery/v2.0/keys')
  sign = (kid, claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(pairs[kid as keyof typeof pairs].privateKey)
})

const verdict = async (kid: string, claims: Record<string, string>) =>
  jwtVerify(await sign(kid, claims), keys).then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  )

describe('key set with keys of many issuers:', () => {
  it.each([
    ['the key of the tenant it names', 'one', { iss: at(tenant), tid: tenant }],
    ['a key of every tenant', 'every', { iss: at(other), tid: other }],
    ['a key that is bound to no issuer', 'plain', { iss: 'https://anything.example' }],
  ])('a token signed with %s is accepted', async (_how, kid, claims) => {
    expect(await verdict(kid, claims)).toBe('accepted')
  })

  it.each([
    ['the key of another tenant', 'one', { iss: at(other), tid: other }],
    ['a key of every tenant and contradictory tenant claims', 'every', { iss: at(tenant), tid: other }],
    ['a key of every tenant for a foreign issuer', 'every', { iss: 'https://evil.example', tid: tenant }],
  ])('a token signed with %s is rejected', async (_how, kid, claims) => {
    expect(await verdict(kid, claims)).toBe('ERR_JWT_CLAIM_VALIDATION_FAILED')
  })
})
