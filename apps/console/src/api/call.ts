import type { OperationName } from '@signet/contracts'
import { addressOf, readAddressOf, takeEarly } from './early.ts'
import { keepEtag } from './noted-etags.ts'

/** A call without a result. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** That of the error in the response; undefined when no valid response arrived. */
  readonly data: unknown

  constructor(message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.data = data
  }
}

/** Notes the ETag of the response for the next change of the object. */
export async function sendRead(name: OperationName, input: object, signal?: AbortSignal): Promise<unknown> {
  const url = readAddressOf(name, input)
  return await resultOf(takeEarly(url) ?? fetch(url, signal ? { signal } : {}), ({ headers }) => {
    const etag = headers.get('etag')
    if (etag) keepEtag(name, input as Readonly<Record<string, unknown>>, etag)
  })
}

/** @param etag the version of the object that the change expects */
export const sendChange = (name: OperationName, input: object, etag?: string): Promise<unknown> =>
  resultOf(
    fetch(addressOf(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(etag ? { 'if-match': etag } : {}) },
      body: JSON.stringify(input),
    }),
  )

interface Body {
  readonly result?: { readonly data?: unknown }
  readonly error?: { readonly message: string; readonly data?: unknown }
}

/** Returns the result of a procedure of tRPC over HTTP (https://trpc.io/docs/rpc). */
async function resultOf(
  sent: Promise<Response>,
  onResponse: (response: Response) => void = () => {},
): Promise<unknown> {
  try {
    const response = await sent
    onResponse(response)
    const { result, error } = (await response.json()) as Body
    if (error) throw new CallError(error.message, error.data)
    if (result) return result.data
  } catch (cause) {
    throw cause instanceof CallError ? cause : new CallError('No response arrived.', undefined, { cause })
  }
  throw new CallError('The response has neither a result nor an error.')
}
