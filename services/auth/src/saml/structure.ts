import {
  allElements,
  attributeOf,
  childrenOf,
  isNamed,
  parseXml,
  type XmlElement,
  XmlRefused,
} from '@signet/federation/saml'
import { UpstreamProblem } from '../upstream/problem.ts'

/** The signature is not verified yet. */
export interface ResponseDocument {
  readonly root: XmlElement
  readonly assertion: XmlElement | undefined
}

export const untrusted = (reason: string): UpstreamProblem =>
  new UpstreamProblem(`The provider's SAML response cannot be trusted: ${reason}.`)

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
/** SHA-1 and transforms that select parts are absent. */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: [exclusive],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
}

/**
 * Rejects every structure in which a signature could cover another element than the one that is read (signature wrapping): one
 * assertion at most, directly in the response; signatures directly in one of both, which refer to it; and no ID twice.
 * @throws UpstreamProblem
 */
export function parseResponse(xml: string): ResponseDocument {
  const root = rootOf(xml)
  if (!isNamed(root, 'protocol', 'Response')) throw untrusted('it is no Response of SAML 2.0')
  const elements = allElements(root)
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion' || localName === 'EncryptedID'))
    throw new UpstreamProblem(
      'The provider encrypts its assertions. Turn the encryption off: TLS encrypts the response.',
    )
  const assertions = elements.filter(({ localName }) => localName === 'Assertion')
  const [assertion, second] = childrenOf(root, 'assertion', 'Assertion')
  if (second || assertions.some((one) => one !== assertion)) throw untrusted('it has another assertion')
  requireUniqueIds(elements)
  requireOwnSignatures(root, assertion, elements)
  requireAlgorithms(elements)
  return { root, assertion }
}

function rootOf(xml: string): XmlElement {
  try {
    return parseXml(xml)
  } catch (error) {
    if (error instanceof XmlRefused) throw untrusted(error.message)
    throw error
  }
}

function requireUniqueIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id'].flatMap((name) => attributeOf(element, name) ?? []),
  )
  if (new Set(ids).size < ids.length) throw untrusted('two of its elements have the same ID')
}

function requireOwnSignatures(
  root: XmlElement,
  assertion: XmlElement | undefined,
  elements: readonly XmlElement[],
): void {
  const owners = assertion ? [root, assertion] : [root]
  const own = owners.flatMap((owner) => childrenOf(owner, 'signature', 'Signature'))
  const all = elements.filter(({ localName }) => localName === 'Signature')
  if (all.some((signature) => !own.includes(signature)))
    throw untrusted('it has a signature of another element')
  for (const owner of owners) {
    const [signature, second] = childrenOf(owner, 'signature', 'Signature')
    if (second) throw untrusted(`its ${owner.localName} has two signatures`)
    if (signature) requireReference(signature, owner)
    else if (owner === assertion)
      throw untrusted('its assertion is not signed. Let the provider sign assertions, not only responses')
  }
}

function requireReference(signature: XmlElement, owner: XmlElement): void {
  const references = allElements(signature).filter(({ localName }) => localName === 'Reference')
  const [reference, another] = references
  const id = attributeOf(owner, 'ID')
  if (another || !id || attributeOf(reference, 'URI') !== `#${id}`)
    throw untrusted(`the signature of its ${owner.localName} refers to another element`)
}

function requireAlgorithms(elements: readonly XmlElement[]): void {
  for (const element of elements) {
    const accepted = algorithms[element.localName ?? '']
    const named = attributeOf(element, 'Algorithm')
    if (accepted && !(named !== null && accepted.includes(named)))
      throw untrusted(`it is signed with ${named?.slice(0, 100)}; choose RSA with SHA-256 at the provider`)
  }
}
