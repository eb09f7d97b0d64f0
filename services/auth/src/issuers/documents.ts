import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'oidc-provider'
import type { Document } from './issuer.ts'

/** Half the publication window of a key, so that a promoted key is known everywhere (T12). Seconds. */
const maxAge = 30

export const documentOf = (value: unknown, type: string): Document => {
  const body = Buffer.from(JSON.stringify(value))
  return { body, type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

export const publicKeySet = (keys: readonly JWK[]): Document =>
  documentOf({ keys: keys.map((key) => ({ ...key, use: 'sig' })) }, 'application/jwk-set+json; charset=utf-8')

/** Answers a rendered document: open to every origin, cacheable, revalidated by its tag. */
export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { body, type, etag }: Document,
): void {
  const headers = {
    'access-control-allow-origin': '*',
    'cache-control': `public, max-age=${maxAge}`,
    etag,
    'x-content-type-options': 'nosniff',
  }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end()
    return
  }
  // All at once: headers that are set one by one are kept and checked twice.
  response.writeHead(200, { ...headers, 'content-type': type, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}
