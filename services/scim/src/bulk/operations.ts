import { ScimError } from '../messages/error.ts'
import { isObject } from '../schemas/scim-object.ts'

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

/** RFC 7644 section 3.7 */
export interface BulkOperation {
  readonly method: Method
  readonly bulkId: string | undefined
  /** Example: `/Users`. */
  readonly endpoint: string
  /** Id of the resource, or a reference to an operation that creates it; undefined for POST. */
  readonly id: string | undefined
  readonly data: unknown
  readonly version: string | undefined
}

const invalidSyntax = (detail: string) => new ScimError(400, detail, { scimType: 'invalidSyntax' })

export function readOperation(sent: unknown): BulkOperation {
  if (!isObject(sent)) throw invalidSyntax('An operation must be an object.')
  const { method: named, bulkId, path, data, version } = sent
  const method = methods.find((one) => typeof named === 'string' && one === named.toUpperCase())
  if (!method) throw invalidSyntax('method must be POST, PUT, PATCH or DELETE.')
  const [, endpoint, id] = (typeof path === 'string' && /^(\/\w+)(?:\/([^/?]+))?$/.exec(path)) || []
  if (endpoint === undefined || (id === undefined) !== (method === 'POST'))
    throw invalidSyntax(`path must name ${method === 'POST' ? 'a kind of resource' : 'one resource'}.`)
  if (method === 'POST' && typeof bulkId !== 'string') throw invalidSyntax('POST needs a bulkId.')
  return {
    method,
    endpoint,
    id,
    data,
    bulkId: typeof bulkId === 'string' ? bulkId : undefined,
    version: typeof version === 'string' ? version : undefined,
  }
}

const reference = /^bulkId:(.+)$/s

export function referencesIn({ id, data }: BulkOperation): Set<string> {
  const found = new Set<string>()
  replaceReferences([id, data], (bulkId) => {
    found.add(bulkId)
    return bulkId
  })
  return found
}

/** Replaces references in values, not in names of members. */
export function replaceReferences(value: unknown, idFor: (bulkId: string) => string): unknown {
  if (typeof value === 'string') {
    const bulkId = reference.exec(value)?.[1]
    return bulkId === undefined ? value : idFor(bulkId)
  }
  if (Array.isArray(value)) return value.map((one) => replaceReferences(one, idFor))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceReferences(member, idFor)]),
  )
}
