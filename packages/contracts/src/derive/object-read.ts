import type { Operation } from '../operation.ts'
import { operationList } from '../registry.ts'
import { placementOf } from './placement.ts'

/** RFC 9110 section 13.1.1. */
export const ifMatchHeader = 'if-match'

const changingMethods: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'DELETE'])

const isChangeOfObject = (operation: Operation): boolean => changingMethods.has(placementOf(operation).method)

/** The team that the caller has chosen is no stored object. */
const noObjects: ReadonlySet<string> = new Set(['scope_get'])

const findReads = (): ReadonlyMap<string, Operation> => {
  const changed = new Set(operationList.filter(isChangeOfObject).map((change) => placementOf(change).path))
  const reads = operationList.filter(({ route, tool }) => {
    const isOne = /\/:\w+$/.test(route) || changed.has(route.replace('GET ', ''))
    return route.startsWith('GET ') && isOne && !tool.endsWith('_list') && !noObjects.has(tool)
  })
  return new Map(reads.map((read) => [placementOf(read).path, read]))
}

let found: ReadonlyMap<string, Operation> | undefined

/** Computed at the first use. */
function readsByPath(): ReadonlyMap<string, Operation> {
  found ??= findReads()
  return found
}

export const isObjectRead = (operation: Operation): boolean =>
  readsByPath().get(placementOf(operation).path) === operation

/** Returns the read at the same path; undefined for a change of an object without a read of its own. */
export const objectReadOf = (operation: Operation): Operation | undefined =>
  isChangeOfObject(operation) ? readsByPath().get(placementOf(operation).path) : undefined
