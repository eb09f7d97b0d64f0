import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { headerOf } from '@signet/http'
import type { JWK } from 'oidc-provider'
import type { Document } from './issuer.ts'

/** Half the publication window of a key, so that a promoted key is known everywhere (T12). Seconds. */
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

/** Answers a rendered document: open to every origin, cacheable, revalidated by its tag. */
export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { body, etag, unchanged, headers }: Document,
): void {
  // All at once, as names and values in turn: headers that are set one by one are kept and checked twice.
  if (headerOf(request, 'if-none-match') === etag) {
    response.writeHead(304, unchanged).end()
    return
  }
  response.writeHead(200, headers)
  // Text goes out in one piece with its head, where a buffer would be a second one.
  response.end(request.method === 'HEAD' ? '' : body, 'latin1')
}
