import { DOMParser, type Element, type Node } from '@xmldom/xmldom'

export type { Element as XmlElement } from '@xmldom/xmldom'

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
export type Namespace = keyof typeof namespaces

/** No well-formed XML, or a construct that SAML does not need. */
export class XmlRefused extends Error {
  override name = 'XmlRefused'
}

const maxDepth = 30
const elementNode = 1

/**
 * Rejects a document type, entities of its own, comments and processing instructions: a comment splits the text that parsers return,
 * and canonicalization removes it without breaking the signature.
 * @throws XmlRefused
 */
export function parseXml(text: string): Element {
  const body = text.replace(/^\uFEFF?\s*<\?xml\s[^>]*\?>/, '')
  if (/<!(?!\[CDATA\[)/.test(body)) throw new XmlRefused('it has a document type, an entity or a comment')
  if (body.includes('<?')) throw new XmlRefused('it has a processing instruction')
  const refuse = () => {
    throw new XmlRefused('it is no well-formed XML')
  }
  const parser = new DOMParser({ onError: refuse })
  const root = documentElement(() => parser.parseFromString(body, 'text/xml').documentElement)
  if (depthOf(root) > maxDepth) throw new XmlRefused('its elements are nested too deeply')
  return root
}

function documentElement(parse: () => Element | null): Element {
  try {
    const root = parse()
    if (root) return root
  } catch (error) {
    if (error instanceof XmlRefused) throw error
  }
  throw new XmlRefused('it is no well-formed XML')
}

const depthOf = (element: Element): number => {
  let depth = 0
  for (let level: readonly Element[] = [element]; level.length > 0; level = level.flatMap(elementsIn))
    depth += 1
  return depth
}

const isElement = (node: Node): node is Element => node.nodeType === elementNode

export const elementsIn = (parent: Element): Element[] => Array.from(parent.childNodes).filter(isElement)

export const isNamed = (element: Element, namespace: Namespace, name: string): boolean =>
  element.localName === name && element.namespaceURI === namespaces[namespace]

export const childrenOf = (parent: Element, namespace: Namespace, name: string): Element[] =>
  elementsIn(parent).filter((child) => isNamed(child, namespace, name))

export const allElements = (root: Element): Element[] => [root, ...elementsIn(root).flatMap(allElements)]

export const textOf = (element: Element | undefined): string => element?.textContent?.trim() ?? ''

export const attributeOf = (element: Element | undefined, name: string): string | null =>
  element?.hasAttribute(name) ? (element.getAttribute(name) ?? '') : null
