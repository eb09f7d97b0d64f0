import type { OperationName } from '@signet/contracts'

/** Pages that are open without a session. */
const open = /^\/admin\/(?:setup|invitation)\b/

const early = new Map<string, Promise<Response>>()

export type EarlyRead = readonly [name: OperationName, input: object]

export const addressOf = (name: OperationName): string => `/admin/api/trpc/${name}`

export const readAddressOf = (name: OperationName, input: object): string =>
  `${addressOf(name)}?input=${encodeURIComponent(JSON.stringify(input))}`

/** Sends the reads of the first page while its scripts load. */
export function requestEarly(reads: readonly EarlyRead[]): void {
  if (open.test(location.pathname)) return
  for (const [name, input] of reads) {
    const address = readAddressOf(name, input)
    const response = fetch(address)
    // A failure is reported by the read that receives the response.
    response.catch(() => {})
    early.set(address, response)
  }
}

/** Returns the early response, once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const response = early.get(address)
  early.delete(address)
  return response
}
