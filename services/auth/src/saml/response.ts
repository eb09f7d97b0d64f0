import { type Assertion, openSeconds } from '@signet/federation'
import { attributeOf, childrenOf, parseXml, textOf, type XmlElement } from '@signet/federation/saml'
import type Provider from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { UpstreamProblem } from '../upstream/problem.ts'
import { isNewToken } from '../upstream/replays.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { requireValidCertificates, withNewCertificates } from './certificates.ts'
import { claimsOf } from './claims.ts'
import { checkAssertion, checkResponse, type Expectations } from './conditions.ts'
import { clockTolerance, requestIdOf, samlOf, serviceProviderOf } from './service-provider.ts'
import { parseResponse, untrusted } from './structure.ts'

interface ReturnedResponse {
  /** HTTP-POST binding: base64. */
  readonly samlResponse: string | null
  readonly nonce: string
}

/** Largest response, and largest parsed XML. Bytes. */
const maxResponse = 160 * 1024

/**
 * Checks the structure first, then node-saml verifies the signature, and only the XML that it covers is read.
 * @throws UpstreamProblem
 */
export async function verifyResponse(
  { context, provider }: { readonly context: OptionsContext; readonly provider: Provider },
  given: Upstream,
  { samlResponse, nonce }: ReturnedResponse,
): Promise<Assertion> {
  const upstream = requireValidCertificates(given)
  const xml = decoded(samlResponse)
  const { root, assertion } = parseResponse(xml)
  const expected: Expectations = {
    ...serviceProviderOf(context, upstream),
    issuer: upstream.issuer,
    requestId: requestIdOf(nonce),
  }
  checkResponse(root, expected)
  requireSuccess(root)
  if (!assertion) throw untrusted('it has no assertion')
  // Repeated below with the verified XML. Here they name the cause before the library does.
  checkAssertion(assertion, expected)
  const verified = parseXml(
    await verifiedXml(context, upstream, { samlResponse: samlResponse ?? '', expected }),
  )
  checkAssertion(verified, expected)
  const claims = claimsOf(verified, upstream.issuer ?? '')
  await requireFirstUse(provider, upstream, verified)
  return { signed: claims }
}

function decoded(samlResponse: string | null): string {
  if (samlResponse === null) throw untrusted('it was not posted as a form with SAMLResponse')
  const bytes = Buffer.from(samlResponse, 'base64')
  if (bytes.length > maxResponse)
    throw untrusted(`it has ${bytes.length} bytes, and at most ${maxResponse} are accepted`)
  return bytes.toString()
}

function requireSuccess(root: XmlElement): void {
  const [status] = childrenOf(root, 'protocol', 'Status')
  const [code] = status ? childrenOf(status, 'protocol', 'StatusCode') : []
  const value = attributeOf(code, 'Value')
  if (value === 'urn:oasis:names:tc:SAML:2.0:status:Success') return
  const [second] = code ? childrenOf(code, 'protocol', 'StatusCode') : []
  const [message] = status ? childrenOf(status, 'protocol', 'StatusMessage') : []
  const said = [nameOf(value), nameOf(attributeOf(second, 'Value')), textOf(message).slice(0, 200)].filter(
    Boolean,
  )
  throw new UpstreamProblem(`The provider answered ${said.join(': ') || 'without a status'}.`)
}

const nameOf = (status: string | null): string => status?.split(':').at(-1)?.slice(0, 100) ?? ''

interface SignedResponse {
  readonly samlResponse: string
  readonly expected: Expectations
}

/** Reads metadata again once for an unknown key. */
async function verifiedXml(
  context: OptionsContext,
  upstream: Upstream,
  response: SignedResponse,
): Promise<string> {
  const verified = await verify(upstream, response)
  if (typeof verified === 'string') return verified
  const fresh = await withNewCertificates(context, upstream)
  const second = fresh && (await verify(fresh, response))
  if (typeof second === 'string') return second
  throw untrusted(sentenceOf(verified))
}

async function verify(
  upstream: Upstream,
  { samlResponse, expected }: SignedResponse,
): Promise<string | Error> {
  const saml = await samlOf(upstream, { serviceProvider: expected, requestId: expected.requestId })
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
    return profile?.getAssertionXml?.() ?? new Error('no assertion')
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

const sentenceOf = ({ message }: Error): string =>
  /^Invalid (document )?signature$/.test(message)
    ? 'no certificate of the provider verifies the signature of its assertion'
    : message.slice(0, 300)

/** The insertion of a row decides. */
async function requireFirstUse(
  provider: Provider,
  { id, issuer }: Upstream,
  assertion: XmlElement,
): Promise<void> {
  const assertionId = attributeOf(assertion, 'ID') ?? ''
  // A response to an earlier request is rejected, so the row is needed for the lifetime of a request only.
  const until = Math.floor(Date.now() / 1_000) + openSeconds + 2 * clockTolerance
  if (!(await isNewToken(provider, `saml ${id} ${issuer}`, assertionId, until)))
    throw untrusted('its assertion was used before')
}
