import { InvalidJson, readJson } from '@signet/http'
import { refuse } from '@signet/runtime'
import type { FastifyInstance } from 'fastify'

/** Accepts only JSON in UTF-8 (RFC 8259 section 8.1). Member names are checked with the input, where their path is known. */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /charset="?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') refuse('unsupported_media_type')
    // Many clients send the type also without a body, for example with DELETE.
    done(null, body.length === 0 ? undefined : readBody(body))
  })
}

/** Parses a body, or an input that a transport reads outside the body. */
export function readBody(body: string | Buffer): unknown {
  try {
    return readJson(body)
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error
    return refuse('invalid_request', { detail: error.message })
  }
}
