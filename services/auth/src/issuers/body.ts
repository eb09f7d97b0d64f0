import type { IncomingMessage } from 'node:http'
import { declaresMoreThan } from '@signet/http'
import { errors } from 'oidc-provider'

/** No form and no document of the protocol is longer (oidc-provider's own bound). */
const maxBodyBytes = 56 * 1024

/** A request whose body may have been read already, by whoever had to look into it first. */
export type RequestWithBody = IncomingMessage & { body?: unknown }

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** Says no before a byte is read, where the request says how many there are. */
export function refuseDeclared(request: IncomingMessage): void {
  if (declaresMoreThan(request, maxBodyBytes)) throw new BodyTooLarge()
}

/**
 * The whole body, read once and kept with the request.
 * @throws BodyTooLarge, and InvalidRequest when the connection broke before all of it was there
 */
export async function readBody(request: RequestWithBody): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body
  const body = request.readableEnded ? Buffer.alloc(0) : await bytesOf(request)
  request.body = body
  return body
}

/** By its events, which cost less than iterating over the stream. */
function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) return reject(brokenOff())
    // It was refused before: nothing else pauses a request.
    if (request.isPaused()) return reject(new BodyTooLarge())
    const chunks: Buffer[] = []
    let size = 0
    const read = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= maxBodyBytes) return
      // Whoever answers decides what becomes of the rest.
      request.pause().off('data', read)
      reject(new BodyTooLarge())
    }
    // Made only where there is one: its stack trace takes longer than reading the body.
    const broken = () => request.readableEnded || reject(brokenOff())
    request
      .on('data', read)
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', broken)
      .on('close', broken)
  })
}

const brokenOff = () => new errors.InvalidRequest('the body did not arrive whole')
