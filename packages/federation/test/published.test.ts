import { catalogueIds } from '@signet/contracts'
import { recordedProviders } from '@signet/testkit/recorded'
import { describe, expect, test } from 'vitest'
import { issuerOfProvider, kindOf, personOf, recognise } from '../src/index.ts'

test('every kind of the catalogue and plain OpenID Connect have a recorded discovery document', () => {
  expect(new Set(recordedProviders.map(({ kind }) => kind))).toEqual(new Set([...catalogueIds, null]))
})

describe.each(recordedProviders)(
  'the document of $document.issuer, recorded $recorded, as a provider of kind $kind',
  ({ kind: id, document }) => {
    const kind = kindOf(id)

    test('the document has the issuer of its kind, or of its tenant', () => {
      const { issuer } = document
      const tenant = /\.com\/([0-9a-f-]{36})\//.exec(issuer)?.[1] ?? null
      const own = issuerOfProvider({ catalogueId: id, issuer: kind.issuer === null ? issuer : null, tenant })
      // Microsoft's common endpoint has a placeholder for the tenant in the document, and each token its own tenant.
      expect(own?.replace('/common/', '/{tenantid}/')).toBe(issuer)
      if (!issuer.includes('{'))
        expect([id, null]).toContain(recognise({ catalogueId: null, issuer, tenant }))
    })

    test('the document lists the requested scopes', () => {
      expect(document.scopes_supported).toEqual(expect.arrayContaining([...kind.scopes]))
    })

    // A missing entry proves nothing: Microsoft supports PKCE without publishing it, and a tenant of Auth0 may omit its
    // end of session.
    test('the document lists no capability that its kind denies', () => {
      const { pkce, endSession } = kind.capabilities
      if (document.code_challenge_methods_supported?.includes('S256')) expect(pkce).not.toBe(false)
      if (document.end_session_endpoint) expect(endSession).not.toBe(false)
      if (document.backchannel_logout_supported) expect(kind.logoutSignals.backChannelLogout).toBe(true)
      if (kind.responseMode) expect(document.response_modes_supported).toContain(kind.responseMode)
    })

    test('the document lists a signature algorithm and an authentication method that Signet supports', () => {
      const algorithms = document.id_token_signing_alg_values_supported
      expect(algorithms.some((each) => /^(?:RS|PS|ES)256$/.test(each))).toBe(true)
      const methods = document.token_endpoint_auth_methods_supported
      expect(methods?.some((each) => /^client_secret_(?:basic|post)$/.test(each))).toBe(true)
    })
  },
)

test.each(catalogueIds)('the capabilities of the kind %s are listed in a recorded document', (id) => {
  const documents = recordedProviders.filter(({ kind }) => kind === id).map(({ document }) => document)
  const { capabilities, logoutSignals } = kindOf(id)
  const some = (has: (document: (typeof documents)[number]) => unknown) => documents.some((each) => has(each))
  expect(some((each) => each.end_session_endpoint)).toBe(capabilities.endSession)
  expect(some((each) => each.backchannel_logout_supported)).toBe(logoutSignals.backChannelLogout)
  expect(some((each) => each.frontchannel_logout_supported)).toBe(logoutSignals.frontChannelLogout)
  const says = (claim: string) => some((each) => each.claims_supported?.includes(claim))
  if (says('groups')) expect(capabilities.groups).toBe(true)
  if (says('email_verified')) expect(capabilities.emailVerified).toBe(true)
})

describe('users of each kind', () => {
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
  ])('a user of %s with %j has a verified address: %s', (kind, claims, proven) => {
    expect(personOf({ ...provider, kind }, { signed: { ...asserted, ...claims } }).emailProven).toBe(proven)
    expect(
      personOf({ ...provider, kind, emailTrusted: false }, { signed: { ...asserted, ...claims } })
        .emailProven,
    ).toBe(false)
  })

  test('a user keeps no claim that is too long or not text, and no invalid address', () => {
    const person = personOf(
      { ...provider, kind: null },
      { signed: { ...asserted, email: 'no address', name: 'x'.repeat(300), locale: 5, nickname: 'Ada' } },
    )
    expect(person).toMatchObject({ email: null, emailProven: false, claims: { nickname: 'Ada' } })
  })
})
