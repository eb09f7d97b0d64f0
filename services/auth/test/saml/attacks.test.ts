import type { SamlDeviations, SamlProvider } from '@signet/testkit/saml'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Auth } from '../support/harness.ts'
import { accountsOf, lastProblem, problemOn, projectWithSaml, signInBySaml, startSaml } from './world.ts'

let auth: Auth
let idp: SamlProvider
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, idp, close } = await startSaml())
})
beforeEach(() => {
  idp.become()
  idp.deviate()
})
afterAll(() => close?.())

/**
 * Expects that no account was created.
 * @returns the sentence for administrators
 */
async function refusal(deviations: SamlDeviations): Promise<string | undefined> {
  const project = await projectWithSaml(auth, idp)
  idp.deviate(deviations)
  const { page } = await signInBySaml(auth, project)
  expect(problemOn(page())).toContain('Corp')
  expect(await accountsOf(auth, project.id)).toEqual([])
  return lastProblem(auth, project.id)
}

const untrusted = (reason: string): string => `The provider's SAML response cannot be trusted: ${reason}.`

describe('responses of a provider with SAML:', () => {
  test.each<[string, SamlDeviations, string]>([
    ['nothing is signed', { signs: 'nothing' }, 'its assertion is not signed'],
    ['only the response is signed', { signs: 'response' }, 'its assertion is not signed'],
    [
      'another key signed it, whose certificate it contains',
      { key: 'other' },
      'no certificate of the provider verifies the signature',
    ],
    [
      'it is signed with SHA-1',
      { hash: 'sha1' },
      'http://www.w3.org/2000/09/xmldsig#rsa-sha1; choose RSA with SHA-256',
    ],
    ['it has the issuer of another provider', { issuer: 'urn:other' }, 'is urn:other, expected http'],
    ['it answers no request', { inResponseTo: null }, 'it answers no request (InResponseTo)'],
    ['it answers another request', { inResponseTo: '_another' }, 'InResponseTo names another request'],
  ])('a response is refused when %s', async (_when, deviations, says) => {
    expect(await refusal(deviations)).toContain(says)
  })

  test('a response is refused when it is for another audience, which the sentence names with the expected one', async () => {
    expect(await refusal({ audience: 'urn:another-application' })).toMatch(
      /^The provider's SAML response cannot be trusted: Audience is urn:another-application, expected http:\/\/localhost:8080\/[\w/]+\/federation\/corp\/metadata\.$/,
    )
  })

  test.each(['recipient', 'destination'] as const)(
    'a response is refused when its %s is the address of another application',
    async (name) => {
      expect(await refusal({ [name]: 'https://other.example/acs' })).toMatch(
        new RegExp(
          `${name} is https://other\\.example/acs, expected http://localhost:8080/.*/callback\\.$`,
          'i',
        ),
      )
    },
  )

  test('a response is refused when it expired, by the seconds that the sentence names', async () => {
    expect(await refusal({ notOnOrAfter: -200 })).toMatch(
      /NotOnOrAfter of the confirmation is 20\d seconds in the past; compare the clocks of both servers\.$/,
    )
  })

  test('a response is refused when it is not valid yet', async () => {
    expect(await refusal({ notBefore: 300 })).toMatch(/NotBefore is (299|300) seconds in the future/)
  })

  test('a response within the tolerance of the clocks is accepted', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.deviate({ notOnOrAfter: -30, notBefore: 30 })
    await (await signInBySaml(auth, project)).tokens()
    expect(await accountsOf(auth, project.id)).toHaveLength(1)
  })

  test('a response is refused when its NameID is transient', async () => {
    idp.become({ nameId: 'session-17', format: '2.0:nameid-format:transient' })
    expect(await refusal({})).toBe(
      untrusted(
        'the NameID is transient, which names the user for one session only. Choose a persistent format at the provider',
      ),
    )
  })

  test('a response is refused when its NameID is empty', async () => {
    idp.become({ nameId: ' ' })
    expect(await refusal({})).toContain('does not name the user (NameID)')
  })

  test('a response is refused when the certificate of the provider has expired', async () => {
    const { makeCertificate } = await import('@signet/testkit')
    const { pem } = makeCertificate({ subject: [['CN', 'old']], rsaBits: 2_048, validTo: '240131' })
    const project = await projectWithSaml(auth, idp, { certificates: [pem] })
    await signInBySaml(auth, project)
    expect(await lastProblem(auth, project.id)).toBe(
      'The signing certificate of the provider expired on 2024-01-31.',
    )
  })

  test('a response is refused when its assertion was used before', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.deviate({ assertionId: '_once' })
    await (await signInBySaml(auth, project)).tokens()
    const { page } = await signInBySaml(auth, project)
    expect(problemOn(page())).toContain('Corp')
    expect(await lastProblem(auth, project.id)).toBe(untrusted('its assertion was used before'))
  })

  test('a response is refused when it is larger than the limit', async () => {
    idp.become({ nameId: 'ada', attributes: { memo: 'x'.repeat(165_000) } })
    expect(await refusal({})).toMatch(/it has 16\d{4} bytes, and at most 163840 are accepted/)
  })

  test('a response is refused when its form is larger than the limit of the endpoint, before it is read', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.become({ nameId: 'ada', attributes: { memo: 'x'.repeat(300_000) } })
    const { end } = await signInBySaml(auth, project)
    expect('status' in end && end.status).toBe(413)
  })
})

const assertionIn = (xml: string): string => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureIn = (xml: string): string => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const withoutSignature = (xml: string): string => xml.replace(signatureIn(xml), '')
const forged = (xml: string, id = '_forged'): string =>
  withoutSignature(assertionIn(xml))
    .replace(/ ID="[^"]*"/, ` ID="${id}"`)
    .replace('>ada<', '>root<')
const inside = (outer: string, inner: string): string =>
  outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`)
const idOf = (xml: string): string => / ID="([^"]*)"/.exec(assertionIn(xml))?.[1] ?? ''

const wrappings: readonly (readonly [string, (xml: string) => string])[] = [
  [
    'a forged assertion before the signed one',
    (xml) => xml.replace(assertionIn(xml), (own) => forged(xml) + own),
  ],
  [
    'a forged assertion after the signed one',
    (xml) => xml.replace(assertionIn(xml), (own) => own + forged(xml)),
  ],
  [
    'a forged assertion around the signed one',
    (xml) => xml.replace(assertionIn(xml), (own) => inside(forged(xml), own)),
  ],
  [
    'a forged assertion with the signature, which has the signed one as an object',
    (xml) => {
      const object = `<ds:Object>${withoutSignature(assertionIn(xml))}</ds:Object></ds:Signature>`
      const signature = signatureIn(xml).replace('</ds:Signature>', object)
      return xml.replace(
        assertionIn(xml),
        forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
      )
    },
  ],
  [
    'a forged assertion with the ID of the signed one',
    (xml) => xml.replace(assertionIn(xml), (own) => forged(xml, idOf(xml)) + own),
  ],
  [
    'the signed assertion in extensions of the response',
    (xml) =>
      xml
        .replace(assertionIn(xml), forged(xml))
        .replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
  ],
  [
    'the signed assertion in a response within the response',
    (xml) =>
      xml.replace(
        assertionIn(xml),
        (own) => `${forged(xml)}<samlp:Response ID="_inner">${own}</samlp:Response>`,
      ),
  ],
  [
    'a forged assertion with the signature of the signed one',
    (xml) =>
      xml.replace(
        assertionIn(xml),
        forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(xml)}`),
      ),
  ],
]

describe('signature wrapping:', () => {
  test.each(wrappings)('%s is refused', async (_name, damage) => {
    expect(await refusal({ damage })).toMatch(
      /has another assertion|same ID|of another element|refers to another element|is not signed/,
    )
  })

  test.each(wrappings)('%s is refused when the response is signed too', async (_name, damage) => {
    expect(await refusal({ signs: 'both', damage })).toContain('cannot be trusted')
  })

  test('a changed NameID, attribute or condition is refused', async () => {
    for (const damage of [
      (xml: string) => xml.replace('>ada<', '>root<'),
      (xml: string) => xml.replace('session-1', 'session-2'),
    ])
      expect(await refusal({ damage })).toContain('no certificate of the provider verifies')
  })

  test('an encrypted assertion is refused with the way out', async () => {
    const damage = (xml: string) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')
    expect(await refusal({ damage })).toBe(
      'The provider encrypts its assertions. Turn the encryption off: TLS encrypts the response.',
    )
  })
})

describe('constructs of XML that SAML does not need:', () => {
  test.each<[string, (xml: string) => string, string]>([
    ['a comment in the NameID', (xml) => xml.replace('>ada<', '>ad<!---->a<'), 'a comment'],
    ['a document type', (xml) => `<!DOCTYPE r SYSTEM "http://127.0.0.1/x.dtd">${xml}`, 'a document type'],
    [
      'entities that expand',
      (xml) =>
        `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace('>ada<', '>&b;<')}`,
      'a document type',
    ],
    ['an undeclared entity', (xml) => xml.replace('>ada<', '>&x;ada<'), 'no well-formed XML'],
    ['a processing instruction', (xml) => xml.replace('>ada<', '>a<?x y?>da<'), 'a processing instruction'],
    ['text after the response', (xml) => `${xml}<a></a>`, 'no well-formed XML'],
    [
      'nesting without an end',
      (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(500)}${'</a>'.repeat(500)}<samlp:Status>`),
      'nested too deeply',
    ],
    ['text in place of XML', () => 'no XML', 'no well-formed XML'],
    ['a document of another kind', () => '<a/>', 'no Response of SAML 2.0'],
  ])('a response is refused that has %s', async (_name, damage, says) => {
    expect(await refusal({ damage })).toContain(says)
  })
})
