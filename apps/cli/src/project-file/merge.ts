import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, isNode, isScalar, parseDocument, type YAMLMap } from 'yaml'

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isReference = (value: unknown): boolean => isValues(value) && 'secretFrom' in value

export const writeProjectFile = (file: Values): string => new Document(file).toString({ lineWidth: 120 })

/** Keeps comments, the order of the entries and references to secrets; removes entries that the project does not have. */
export function mergeProjectFile(text: string, file: Values): string {
  const document = parseDocument(text)
  if (!isMap(document.contents)) return writeProjectFile(file)
  mergeMap(document, document.contents, document.toJS() as Values, file)
  return document.toString({ lineWidth: 120 })
}

function mergeMap(document: Document, map: YAMLMap, before: Values, after: Values): void {
  for (const [name, value] of Object.entries(before))
    if (!(name in after) && !isReference(value)) map.delete(name)
  for (const [name, value] of Object.entries(after)) {
    const present = map.get(name, true)
    const known = before[name]
    if (isDeepStrictEqual(known, value)) continue
    if (isMap(present) && isValues(known) && isValues(value)) mergeMap(document, present, known, value)
    else map.set(name, replacement(document, present, value))
  }
}

/** The new value has the comments of the present one. */
function replacement(document: Document, present: unknown, value: unknown): unknown {
  const node = document.createNode(value)
  if (!isNode(present) || !isNode(node)) return node
  if (present.commentBefore) node.commentBefore = present.commentBefore
  if (present.comment && isScalar(node)) node.comment = present.comment
  return node
}
