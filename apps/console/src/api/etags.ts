import operations from 'virtual:operations'
import type { OperationName } from '@signet/contracts'

type Input = Readonly<Record<string, unknown>>

/** ETags of the latest reads, by the address of the object. */
const etags = new Map<string, string>()

/** The oldest one is removed first. */
const maxEtags = 200

/** Returns the path of an operation with its ids, which a change and the read of its object share. */
const addressOf = (name: OperationName, input: Input): string =>
  operations[name].route.replace(/^\w+ /, '').replace(/:(\w+)/g, (_, field: string) => String(input[field]))

const isConditional = (name: OperationName): boolean => /^(PATCH|PUT|DELETE) /.test(operations[name].route)

function keep(address: string, etag: string): void {
  etags.delete(address)
  etags.set(address, etag)
  const [oldest] = etags.keys()
  if (etags.size > maxEtags && oldest !== undefined) etags.delete(oldest)
}

export function noteEtag(url: string, response: Response): void {
  const etag = response.headers.get('etag')
  const { pathname, searchParams } = new URL(url, window.location.origin)
  const name = pathname.split('/').at(-1) ?? ''
  if (etag && Object.hasOwn(operations, name))
    keep(addressOf(name as OperationName, JSON.parse(searchParams.get('input') ?? '{}')), etag)
}

/** Returns the ETag that an edit expects; undefined for an object that was not read. */
export const etagFor = (name: OperationName, input: Input): string | undefined =>
  isConditional(name) ? etags.get(addressOf(name, input)) : undefined

export const forgetEtag = (name: OperationName, input: Input): void =>
  void etags.delete(addressOf(name, input))

/** Stores the ETag that a rejected edit returned. */
export const replaceEtag = (name: OperationName, input: Input, etag: string): void =>
  keep(addressOf(name, input), etag)

export function readAt(name: OperationName): OperationName | undefined {
  const path = operations[name].route.replace(/^\w+ /, '')
  return (Object.keys(operations) as OperationName[]).find((one) => operations[one].route === `GET ${path}`)
}
