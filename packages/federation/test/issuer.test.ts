import { type Database, openDatabase, sql } from '@signet/db'
import { type FreshDatabase, freshDatabase } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  isAtItsIssuer,
  isIssuerOf,
  microsoftHosts,
  microsoftTenantsOfMany,
  parseIssuer,
  recognise,
  storedIssuer,
} from '../src/index.ts'

const plain = (issuer: string) => ({ catalogueId: null, issuer, tenant: null })
const one = '1f3a5b7c-0000-4000-8000-0123456789ab'

const spellings = (host: string, tenant: string): string[] => [
  `https://${host}/${tenant}/v2.0`,
  `https://${host}/${tenant}/v2.0/`,
  `https://${host}/${tenant}`,
  `https://${host}/${tenant.toUpperCase()}/V2.0`,
  `https://${host.toUpperCase()}/${tenant}/v2.0`,
  `https://${host}:443/${tenant}/v2.0`,
  `https://${host}:8443/${tenant}/v2.0`,
  `https://${host}./${tenant}/v2.0`,
  `https://${host}//${tenant}/v2.0`,
  `https://${host}/x/../${tenant}/v2.0`,
  `https://${host}/%${tenant.charCodeAt(0).toString(16)}${tenant.slice(1)}/v2.0`,
]

describe.each(microsoftHosts)('issuers at %s', (host) => {
  test.each(microsoftTenantsOfMany)(
    'an issuer that names %s has many tenants in every spelling',
    (tenant) => {
      for (const issuer of spellings(host, tenant)) {
        expect(parseIssuer(issuer)?.manyTenants, issuer).toBe(true)
        expect(recognise(plain(issuer)), issuer).toBe('microsoft')
      }
    },
  )

  test('an issuer that names one tenant has one tenant in every spelling', () => {
    for (const issuer of spellings(host, one)) {
      expect(parseIssuer(issuer)?.manyTenants, issuer).toBe(false)
      expect(recognise(plain(issuer)), issuer).toBe('entra')
    }
  })
})

test.each([
  ['https://IDP.example/Realm', 'https://idp.example/Realm', true],
  ['https://idp.example:443/a', 'https://idp.example/a/', true],
  ['https://idp.example/a', 'https://idp.example/A', false],
  ['https://idp.example:8443/a', 'https://idp.example/a', false],
  ['http://idp.example/a', 'https://idp.example/a', false],
])('%s and %s are the same issuer: %s', (own, named, isOne) => {
  expect(isIssuerOf(plain(own), named)).toBe(isOne)
})

test.each([
  'https://a@idp.example/a',
  'https://idp.example/a?',
  'https://idp.example/a#',
  'https://idp.example/a?x=1',
  'a',
])('%s is the issuer of no provider', (named) => {
  expect(parseIssuer(named)).toBeNull()
  expect(isIssuerOf(plain('https://idp.example/a'), named)).toBe(false)
  expect(isIssuerOf(plain(named), named)).toBe(false)
})

test.each([
  ['https://IDP.Example:443/Realm', 'https://idp.example/Realm'],
  ['https://IDP.Example/', 'https://idp.example/'],
  ['https://login.microsoftonline.com/Common/v2.0', 'https://login.microsoftonline.com/common/v2.0'],
])('%s is stored as %s', (given, stored) => {
  expect(storedIssuer(given)).toBe(stored)
})

describe('the condition on links in SQL', () => {
  let fresh: FreshDatabase
  let database: Database
  beforeAll(async () => {
    fresh = await freshDatabase()
    database = openDatabase({ url: fresh.url, name: 'issuer test' })
  })
  afterAll(async () => {
    await database?.close()
    await fresh?.drop()
  })

  const isAt = async (own: string, link: string, protocol = 'oidc'): Promise<boolean | undefined> =>
    (
      await database.rows<{ at: boolean }>(sql`
        SELECT ${isAtItsIssuer} AS at FROM (SELECT ${protocol}::text AS protocol, NULL::text AS catalogue_id, ${own}::text AS issuer, NULL::text AS tenant) p,
          (SELECT ${link}::text AS issuer) d`)
    )[0]?.at

  test.each([
    ['https://IDP.example/Realm', 'https://idp.example/Realm'],
    ['https://idp.example:443/a', 'https://idp.example/a/'],
    ['https://idp.example/a', 'https://idp.example/A'],
    ['https://idp.example:8443/a', 'https://idp.example/a'],
    ['https://idp.example/a', 'https://login.microsoftonline.com/1f3a5b7c-0000-4000-8000-0123456789ab/v2.0'],
  ])('the condition compares %s with %s as isIssuerOf does', async (own, link) => {
    expect(await isAt(own, link)).toBe(isIssuerOf(plain(own), link))
  })

  test('the condition compares entity IDs of SAML exactly', async () => {
    expect(await isAt('urn:example:idp', 'urn:example:idp', 'saml')).toBe(true)
    expect(await isAt('https://idp.example/a', 'https://idp.example/a/', 'saml')).toBe(false)
    expect(await isAt('urn:example:idp', 'urn:example:other', 'saml')).toBe(false)
  })

  test.each(microsoftHosts)(
    'the condition accepts a link at a tenant for every spelling of many tenants at %s',
    async (host) => {
      for (const own of spellings(host, 'organizations').filter((each) => !/%|\.\./.test(each)))
        expect(await isAt(own, `https://${host}/${one}/v2.0`), own).toBe(true)
      expect(await isAt(`https://${host}/common/v2.0`, 'https://idp.example/a')).toBe(false)
      expect(await isAt(`https://${host}/${one}/v2.0`, `https://${host}/${one.replace('1', '2')}/v2.0`)).toBe(
        false,
      )
    },
  )
})
