import { createHash, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { makeCertificate } from './certificates.ts'
import { keepAliveTimeout } from './keep-alive.ts'

const [assertionNs, protocolNs, signatureNs] = [
  'urn:oasis:names:tc:SAML:2.0:assertion',
  'urn:oasis:names:tc:SAML:2.0:protocol',
  'http://www.w3.org/2000/09/xmldsig#',
]
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

export interface SamlPerson {
  readonly nameId: string
  /** Last part of the format of the NameID. */
  readonly format?: string
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>
}

export interface SamlDeviations {
  readonly issuer?: string
  readonly audience?: string
  readonly recipient?: string
  readonly destination?: string
  /** null: the response belongs to no request. */
  readonly inResponseTo?: string | null
  /** Seconds from now. */
  readonly notBefore?: number
  readonly notOnOrAfter?: number
  readonly authnInstant?: number
  readonly assertionId?: string
  /** Default: the assertion. */
  readonly signs?: 'assertion' | 'response' | 'nothing' | 'both'
  readonly key?: 'own' | 'other'
  readonly hash?: 'sha256' | 'sha1'
  readonly status?: string
  /** Changes the response after it was signed. */
  readonly damage?: (xml: string) => string
  readonly relayState?: string
}

interface Signer {
  readonly key: string
  readonly pem: string
}

const newSigner = (): Signer => makeCertificate({ subject: [['CN', 'saml.example']], rsaBits: 2_048 })
const bodyOf = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '')

export interface SamlRequest {
  readonly id: string
  readonly issuer: string
  readonly acsUrl: string
  readonly xml: string
  readonly query: URLSearchParams
}

/**
 * Signs in every browser as `person` and deviates as each test configures. It writes canonical XML and signs it with Node, so that it
 * shares no code with the tested verification.
 */
export async function startSamlProvider() {
  const server = createServer({ keepAliveTimeout })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entityId = `${base}/saml`
  const other = newSigner()
  let own = newSigner()
  let published = [own.pem]
  let person: SamlPerson = { nameId: 'ada' }
  let deviations: SamlDeviations = {}
  const requests: SamlRequest[] = []

  const metadata = () =>
    `<?xml version="1.0"?>\n<!-- metadata of the provider -->\n<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor protocolSupportEnumeration="${protocolNs}">${published
      .map(
        (pem) =>
          `<KeyDescriptor use="signing"><KeyInfo xmlns="${signatureNs}"><X509Data><X509Certificate>${bodyOf(pem)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
      )
      .join(
        '',
      )}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${base}/sso"/></IDPSSODescriptor></EntityDescriptor>`

  function signOn(url: URL, response: ServerResponse): void {
    const request = requestOf(url.searchParams)
    requests.push(request)
    const signer = deviations.key === 'other' ? other : own
    const xml = responseTo(request, { entityId, person, signer, deviations })
    const state = deviations.relayState ?? url.searchParams.get('RelayState') ?? ''
    const value = Buffer.from(xml).toString('base64')
    response.setHeader('content-type', 'text/html')
    response.end(
      `<form method="post" action="${request.acsUrl}"><input type="hidden" name="SAMLResponse" value="${value}"><input type="hidden" name="RelayState" value="${state}"><button>Continue</button></form><script>document.forms[0].submit()</script>`,
    )
  }

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', base)
    if (url.pathname === '/sso') return signOn(url, response)
    response.setHeader('content-type', 'application/samlmetadata+xml')
    response.end(metadata())
  })
  return {
    entityId,
    metadataUrl: `${base}/metadata`,
    ssoUrl: `${base}/sso`,
    metadata,
    requests,
    /** Pair to allow in the egress client. */
    pair: new URL(base).host,
    certificate: () => own.pem,
    become(next: SamlPerson = { nameId: 'ada' }) {
      person = next
    },
    deviate(next: SamlDeviations = {}) {
      deviations = next
    },
    /** The metadata publishes the new key in place of the former one. */
    changeKey() {
      own = newSigner()
      published = [own.pem]
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type SamlProvider = Awaited<ReturnType<typeof startSamlProvider>>

function requestOf(query: URLSearchParams): SamlRequest {
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  return {
    id: attribute('ID'),
    issuer: /Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
    acsUrl: attribute('AssertionConsumerServiceURL'),
    xml,
    query,
  }
}

interface ResponseParts {
  readonly entityId: string
  readonly person: SamlPerson
  readonly signer: Signer
  readonly deviations: SamlDeviations
}

const timeIn = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function responseTo(request: SamlRequest, { entityId, person, signer, deviations }: ResponseParts): string {
  const { signs = 'assertion', hash = 'sha256', inResponseTo = request.id, status = success } = deviations
  const unsigned = assertionOf(request, { entityId, person, signer, deviations })
  const ofAssertion = signs === 'assertion' || signs === 'both'
  const assertion = ofAssertion ? signed(unsigned, signer, hash) : unsigned
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const response = `<samlp:Response xmlns:samlp="${protocolNs}" Destination="${deviations.destination ?? request.acsUrl}" ID="_${randomUUID()}"${answers} IssueInstant="${timeIn(0)}" Version="2.0"><saml:Issuer xmlns:saml="${assertionNs}">${deviations.issuer ?? entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"></samlp:StatusCode></samlp:Status>${status === success ? assertion : ''}</samlp:Response>`
  const whole = signs === 'response' || signs === 'both' ? signed(response, signer, hash) : response
  return deviations.damage?.(whole) ?? whole
}

function assertionOf(request: SamlRequest, { entityId, person, deviations }: ResponseParts): string {
  const { notBefore = -5, notOnOrAfter = 60, authnInstant = 0 } = deviations
  const { inResponseTo = request.id } = deviations
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const format = person.format ?? '2.0:nameid-format:persistent'
  const attributes = Object.entries(person.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${xmlText(name)}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${xmlText(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  const statement = attributes.length
    ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
    : ''
  return `<saml:Assertion xmlns:saml="${assertionNs}" ID="${deviations.assertionId ?? `_${randomUUID()}`}" IssueInstant="${timeIn(0)}" Version="2.0"><saml:Issuer>${deviations.issuer ?? entityId}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:${format}">${xmlText(person.nameId)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${answers} NotOnOrAfter="${timeIn(notOnOrAfter)}" Recipient="${deviations.recipient ?? request.acsUrl}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${timeIn(notBefore)}" NotOnOrAfter="${timeIn(notOnOrAfter)}"><saml:AudienceRestriction><saml:Audience>${deviations.audience ?? request.issuer}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${timeIn(authnInstant)}" SessionIndex="session-1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statement}</saml:Assertion>`
}

const algorithms = {
  sha256: {
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  },
  sha1: { digest: `${signatureNs}sha1`, signature: `${signatureNs}rsa-sha1` },
} as const

/** Canonical form; the signature follows the issuer of the element. */
function signed(xml: string, { key, pem }: Signer, hash: 'sha256' | 'sha1'): string {
  const id = / ID="([^"]*)"/.exec(xml)?.[1] ?? ''
  const digest = createHash(hash).update(xml).digest('base64')
  const info = `<ds:SignedInfo xmlns:ds="${signatureNs}"><ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${algorithms[hash].signature}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${signatureNs}enveloped-signature"></ds:Transform><ds:Transform Algorithm="${exclusive}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${algorithms[hash].digest}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const value = sign(hash, Buffer.from(info), key).toString('base64')
  const signature = `<ds:Signature xmlns:ds="${signatureNs}">${info}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bodyOf(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`
  return xml.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`)
}
