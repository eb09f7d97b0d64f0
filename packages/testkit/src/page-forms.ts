import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from 'parse5'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

export interface Form {
  readonly action: string
  /** Hidden fields, and checked checkboxes. */
  readonly fields: Readonly<Record<string, string>>
}

export const formsOf = (html: string): Form[] =>
  elementsOf(html, 'form').map((form) => ({
    action: attribute(form, 'action') ?? '',
    fields: Object.fromEntries([...named(form, 'input')].flatMap(fieldOf)),
  }))

export const linksOf = (html: string): string[] =>
  elementsOf(html, 'a').flatMap((link) => attribute(link, 'href') ?? [])

const elementsOf = (html: string, name: string): Element[] => [...named(parse(html), name)]

function* named(node: Node, name: string): Generator<Element> {
  if (defaultTreeAdapter.isElementNode(node) && node.tagName === name) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* named(child, name)
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

function fieldOf(input: Element): [string, string][] {
  const name = attribute(input, 'name') ?? ''
  if (attribute(input, 'type') === 'hidden') return [[name, attribute(input, 'value') ?? '']]
  const isTicked = attribute(input, 'type') === 'checkbox' && attribute(input, 'checked') !== undefined
  return isTicked ? [[name, 'on']] : []
}
