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
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBodyBytes) throw new BodyTooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error
    throw new errors.InvalidRequest('the body did not arrive whole')
  }
  const body = Buffer.concat(chunks)
  request.body = body
  return body
}
