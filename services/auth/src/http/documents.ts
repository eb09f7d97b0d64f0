import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { headerOf } from '@signet/http'
import type { JWK } from 'oidc-provider'

/** A response from memory. Headers are names and values in turn. */
export interface Document {
  /** Latin-1: one character per byte. */
  readonly body: string
  readonly etag: string
  readonly headers: string[]
  /** Headers of a 304 response. */
  readonly unchanged: string[]
}

/** Half the publication window of a key: caches fetch a new key before it signs. Seconds. */
const maxAge = 30

export const documentOf = (value: unknown, type: string): Document => {
  const bytes = Buffer.from(JSON.stringify(value))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const unchanged = [
    ...['access-control-allow-origin', '*'],
    ...['cache-control', `public, max-age=${maxAge}`],
    ...['etag', etag],
    ...['x-content-type-options', 'nosniff'],
  ]
  const headers = [...unchanged, 'content-type', type, 'content-length', String(bytes.length)]
  return { body: bytes.toString('latin1'), etag, unchanged, headers }
}

export const publicKeySet = (keys: readonly JWK[]): Document =>
  documentOf({ keys: keys.map((key) => ({ ...key, use: 'sig' })) }, 'application/jwk-set+json; charset=utf-8')

export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { body, etag, unchanged, headers }: Document,
): void {
  // Node stores and checks headers twice that are set one by one.
  if (headerOf(request, 'if-none-match') === etag) {
    response.writeHead(304, unchanged).end()
    return
  }
  response.writeHead(200, headers)
  // Node sends a string in one write with the head, and a buffer in a second write.
  response.end(request.method === 'HEAD' ? '' : body, 'latin1')
}
