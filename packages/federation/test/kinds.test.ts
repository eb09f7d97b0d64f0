import { brandCatalogueIds, catalogueIds } from '@signet/contracts'
import { describe, expect, test } from 'vitest'
import {
  buttonWarnings,
  foldButtons,
  foreignFields,
  issuerOfProvider,
  missingFields,
  providerKinds,
  recognise,
} from '../src/index.ts'

const plain = (issuer: string) => ({ catalogueId: null, issuer, tenant: null })

describe('the catalogue', () => {
  test.each(catalogueIds)(
    'the kind %s has an issuer of its own or requires the fields that determine one',
    (id) => {
      const { issuer, needs } = providerKinds[id]
      expect(issuer !== null || needs.includes('issuer')).toBe(true)
      expect(issuer?.includes('{tenant}') ?? false).toBe(needs.includes('tenant'))
      expect(providerKinds[id].scopes).toContain('openid')
    },
  )

  test.each(brandCatalogueIds)('the kind %s sends no logout signal, except the frames of Microsoft', (id) => {
    expect(providerKinds[id].logoutSignals).toEqual({
      globalTokenRevocation: false,
      backChannelLogout: false,
      frontChannelLogout: id === 'microsoft',
    })
  })

  test('validation names missing fields and fields that the kind does not have', () => {
    expect(missingFields('apple', { teamId: 'T' })).toEqual(['keyId', 'signingKey'])
    expect(missingFields(null, {})).toEqual(['issuer'])
    expect(foreignFields('google', { issuer: 'https://x.example', clientSecret: 's' })).toEqual(['issuer'])
    expect(foreignFields('gitlab', { issuer: 'https://git.example' })).toEqual([])
  })

  test('the tenant is one path segment of the issuer', () => {
    const of = (tenant: string | null) => issuerOfProvider({ catalogueId: 'entra', issuer: null, tenant })
    expect(of('acme.com')).toBe('https://login.microsoftonline.com/acme.com/v2.0')
    expect(of('a/../b')).toBe('https://login.microsoftonline.com/a%2F..%2Fb/v2.0')
    expect(of(null)).toBeNull()
  })
})

test.each([
  [plain('https://accounts.google.com'), 'google'],
  [plain('https://accounts.google.com/'), 'google'],
  [plain('https://accounts.google.com.evil.example'), null],
  [plain('https://login.microsoftonline.com/common/v2.0'), 'microsoft'],
  [plain('https://login.microsoftonline.com/1f3a/v2.0'), 'entra'],
  [plain('https://login.microsoftonline.us/1f3a/v2.0'), 'entra'],
  [plain('https://login.microsoftonline.com.evil.example/common/v2.0'), null],
  [
    { ...plain('https://idp.example/x'), discoveredIssuer: 'https://idp.example/{tenantid}/v2.0' },
    'microsoft',
  ],
  [
    { ...plain('https://idp.example/x'), discoveredIssuer: 'https://idp.example/%7BTenantId%7D/v2.0' },
    'microsoft',
  ],
  [{ catalogueId: 'entra', issuer: null, tenant: 'Common' }, 'microsoft'],
  [
    { catalogueId: 'keycloak', issuer: 'https://login.microsoftonline.com/common/v2.0', tenant: null },
    'microsoft',
  ],
  [plain('https://acme.okta.com/oauth2/default'), 'okta'],
  [plain('https://evil-okta.com'), null],
  [{ catalogueId: 'keycloak', issuer: 'https://idp.example/realms/a', tenant: null }, 'keycloak'],
])('%j is recognised as %s', (provider, expected) => {
  expect(recognise(provider)).toBe(expected)
})

describe('buttons', () => {
  const button = (id: string, displayName: string, catalogueId: string | null, more: object = {}) => ({
    id,
    displayName,
    catalogueId,
    issuer: null,
    tenant: null,
    enabled: true,
    ...more,
  })
  const warned = (...buttons: ReturnType<typeof button>[]) => [...buttonWarnings(buttons).values()]

  test.each([
    [6, 6, 0],
    [7, 5, 2],
  ])('the page of %i providers of no brand shows %i and folds %i', (count, shown, folded) => {
    const buttons = Array.from({ length: count }, (_, index) =>
      button(`p${index}`, `P${index}`, null, { issuer: `https://p${index}.example` }),
    )
    const placed = foldButtons(buttons)
    expect([placed.shown.length, placed.folded.length]).toEqual([shown, folded])
    expect(placed.shown).toEqual(buttons.slice(0, shown))
  })

  test('a second enabled provider of a brand is a duplicate, even when it is recognised only by its issuer', () => {
    const byIssuer = button('b', 'Staff', null, { issuer: 'https://accounts.google.com' })
    expect(warned(button('a', 'Google', 'google'), byIssuer)).toEqual([[], ['duplicate_brand']])
    expect(warned(button('a', 'Google', 'google', { enabled: false }), byIssuer)).toEqual([[], []])
  })

  test('two organisations with the same kind of provider are not duplicates', () => {
    expect(
      warned(button('a', 'Acme', 'entra', { tenant: 'a' }), button('b', 'Bolt', 'entra', { tenant: 'b' })),
    ).toEqual([[], []])
  })

  test.each([
    ['Google', null, true],
    ['Sign in with ＧＯＯＧＬＥ', null, true],
    ['Apple', 'keycloak', true],
    ['Microsoft', 'entra', false],
    ['Pineapple', null, false],
    ['Google', 'google', false],
  ])('the button %s of kind %s is misleading: %s', (displayName, catalogueId, misleads) => {
    expect(warned(button('a', displayName, catalogueId))).toEqual([misleads ? ['named_like_brand'] : []])
  })
})
