import operations from 'virtual:operations'
import type { OperationName } from '@signet/contracts'
import { keepEtag, notedEtags } from './noted-etags.ts'

type Input = Readonly<Record<string, unknown>>

const pathOf = (name: OperationName): string => operations[name].route.replace(/^\w+ /, '')

/** Returns the path of an operation with its ids, which a change and the read of its object share. */
const addressOf = (name: OperationName, input: Input): string =>
  pathOf(name).replace(/:(\w+)/g, (_, field: string) => String(input[field]))

/** Returns the keys of the ETags of an object, the oldest first. */
function keysOf(name: OperationName, input: Input): string[] {
  const address = addressOf(name, input)
  return [...notedEtags].flatMap(([key, noted]) =>
    addressOf(noted.name, noted.input) === address ? [key] : [],
  )
}

const isConditional = (name: OperationName): boolean => /^(PATCH|PUT|DELETE) /.test(operations[name].route)

/** Returns the ETag that an edit expects; undefined for an object that was not read. */
export const etagFor = (name: OperationName, input: Input): string | undefined =>
  isConditional(name) ? notedEtags.get(keysOf(name, input).at(-1) ?? '')?.etag : undefined

export function forgetEtag(name: OperationName, input: Input): void {
  for (const key of keysOf(name, input)) notedEtags.delete(key)
}

/** Stores the ETag that a rejected edit returned. */
export function replaceEtag(name: OperationName, input: Input, etag: string): void {
  forgetEtag(name, input)
  keepEtag(name, input, etag)
}

export function readAt(name: OperationName): OperationName | undefined {
  const path = pathOf(name)
  return (Object.keys(operations) as OperationName[]).find((one) => operations[one].route === `GET ${path}`)
}
