import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseLocale } from '@signet/i18n'
import { noteRequest, requestContext } from '@signet/runtime'
import { retryAddress } from './retry.ts'
import { problemPage } from './view.ts'

const statuses = {
  tooLarge: 413,
  refused: 400,
  notFound: 404,
  wrongMethod: 405,
  busy: 429,
  unavailable: 503,
} as const

/** RFC 6749 defines no error for an unknown address and for a rate limit. */
const errors = {
  refused: 'invalid_request',
  notFound: 'not_found',
  wrongMethod: 'method_not_allowed',
  tooLarge: 'invalid_request',
  busy: 'slow_down',
  unavailable: 'temporarily_unavailable',
} as const

const pages = {
  refused: 'refused',
  notFound: 'notFound',
  wrongMethod: 'refused',
  tooLarge: 'refused',
  busy: 'busy',
  unavailable: 'unavailable',
} as const

interface PlainDetails {
  /** Seconds. */
  readonly retryAfter?: number
  readonly description?: string
}

/** Sends a page to a browser, a JSON error to a program. */
export function sendPlain(
  request: IncomingMessage,
  response: ServerResponse,
  kind: keyof typeof statuses,
  { retryAfter = 2, description }: PlainDetails = {},
): void {
  // The deadline of the request has sent a response already.
  if (response.headersSent) return
  const status = statuses[kind]
  if (!requestContext()?.cause) noteRequest({ cause: errors[kind] })
  if (kind === 'busy' || kind === 'unavailable') response.setHeader('retry-after', String(retryAfter))
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    response.end(JSON.stringify({ error: errors[kind], error_description: description }))
    return
  }
  const locale = chooseLocale(undefined, request.headers['accept-language'])
  const page = problemPage({
    locale,
    project: { name: request.headers.host ?? '' },
    kind: pages[kind],
    details: description,
    retry: retryAddress(request.method, request.url?.split('?')[0] ?? ''),
  })
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-language': locale,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    vary: 'Accept-Language',
  })
  response.end(page.text)
}
