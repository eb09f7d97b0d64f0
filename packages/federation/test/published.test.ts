import { catalogueIds } from '@signet/contracts'
import { describe, expect, test } from 'vitest'
import { issuerOfProvider, personOf, providerKinds, recognise } from '../src/index.ts'
import { published } from './published.ts'

describe.each(catalogueIds)('the kind %s and what its vendor publishes', (id) => {
  const kind = providerKinds[id]
  const document = published[id]

  test('name one issuer, or one of each tenant', () => {
    const issuer = document.issuer
    const tenant = /\.com\/([0-9a-f-]{36})\//.exec(issuer)?.[1] ?? null
    const own = issuerOfProvider({ catalogueId: id, issuer: kind.issuer === null ? issuer : null, tenant })
    // At Microsoft's common endpoint the document names a place for the tenant, and each token its own.
    expect(own?.replace('/common/', '/{tenantid}/')).toBe(issuer)
    if (!issuer.includes('{')) expect([id, null]).toContain(recognise({ catalogueId: null, issuer, tenant }))
  })

  test('agree on scopes, PKCE, end of session, signals and how an answer comes', () => {
    expect(document.scopes_supported).toEqual(expect.arrayContaining([...kind.scopes]))
    // Silence says nothing: Microsoft takes PKCE and does not publish it.
    if (document.code_challenge_methods_supported)
      expect(kind.capabilities.pkce).toBe(document.code_challenge_methods_supported.includes('S256'))
    expect(kind.capabilities.endSession).toBe(document.end_session_endpoint !== undefined)
    expect(kind.logoutSignals.backChannelLogout).toBe(document.backchannel_logout_supported ?? false)
    if (kind.responseMode) expect(document.response_modes_supported).toContain(kind.responseMode)
  })

  test('meet in a signature and in a way to authenticate', () => {
    expect(
      document.id_token_signing_alg_values_supported.some((each) => /^(?:RS|PS|ES)256$/.test(each)),
    ).toBe(true)
    expect(
      document.token_endpoint_auth_methods_supported?.some((each) =>
        /^client_secret_(?:basic|post)$/.test(each),
      ),
    ).toBe(true)
  })
})

describe('a person as each kind describes one', () => {
  const asserted = { iss: 'https://issuer.example', sub: 's', email: 'ada@corp.example' }
  const provider = { emailTrusted: true, emailClaim: null }

  test.each<[string | null, object, boolean]>([
    ['google', { email_verified: true }, true],
    ['google', { email_verified: false }, false],
    ['apple', { email_verified: 'true', is_private_email: 'true' }, true],
    ['apple', { email_verified: 'false' }, false],
    ['microsoft', { email_verified: true }, false],
    ['microsoft', { xms_edov: true }, true],
    ['entra', {}, true],
    [null, { email_verified: false }, false],
  ])('of %s with %j has a proven address: %s', (kind, claims, proven) => {
    expect(personOf({ ...provider, kind }, { ...asserted, ...claims }).emailProven).toBe(proven)
    expect(personOf({ ...provider, kind, emailTrusted: false }, { ...asserted, ...claims }).emailProven).toBe(
      false,
    )
  })

  test('keeps no claim that is too long or no text, and no address that is none', () => {
    const person = personOf(
      { ...provider, kind: null },
      { ...asserted, email: 'no address', name: 'x'.repeat(300), locale: 5, nickname: 'Ada' },
    )
    expect(person).toMatchObject({ email: null, emailProven: false, claims: { nickname: 'Ada' } })
  })
})
