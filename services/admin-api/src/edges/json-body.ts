import { nestsTooDeep } from '@signet/http'
import { refuse } from '@signet/runtime'
import type { FastifyInstance } from 'fastify'

/**
 * The one body parser: JSON in UTF-8 (RFC 8259 8.1), and nothing else. Bytes that are no text are refused rather than
 * replaced. Names are judged with the input, which can say where they stand.
 */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /charset="?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') refuse('unsupported_media_type')
    if (nestsTooDeep(body)) refuse('invalid_request', { detail: 'The body nests too deep.' })
    // Many clients name the type also where they send no body, as with DELETE.
    done(null, body.length === 0 ? undefined : parse(decode(utf8, body)))
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('invalid_request', { detail: 'The body is not JSON.' })
  }
}

function decode(utf8: InstanceType<typeof TextDecoder>, body: string | Buffer): string {
  try {
    return typeof body === 'string' ? body : utf8.decode(body)
  } catch {
    return refuse('invalid_request', { detail: 'The body is not valid UTF-8.' })
  }
}
