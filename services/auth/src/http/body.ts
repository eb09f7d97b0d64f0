import type { IncomingMessage } from 'node:http'
import { declaresMoreThan } from '@signet/http'
import { errors } from 'oidc-provider'
import { bodyBytes } from './endpoints.ts'

export interface ApplicationCall {
  readonly client: string
  readonly address: string
}

/** A request, of which the body may have been read already. */
export type RequestWithBody = IncomingMessage & {
  body?: unknown
  maxBodyBytes?: number
  applicationCall?: ApplicationCall
  /** Set for a request that was counted in the strict class. */
  strictAddress?: string
  /** Requests of the sign-in that this request completed. */
  signInRequests?: number
}

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes, the limit of this endpoint.`)
  }
}

/** Rejects by the declared length, before a byte is read. */
export function refuseDeclared(request: RequestWithBody): void {
  if (declaresMoreThan(request, limitOf(request))) throw new BodyTooLarge(limitOf(request))
}

const limitOf = ({ maxBodyBytes = bodyBytes.usual }: RequestWithBody): number => maxBodyBytes

/**
 * Stores the body with the request for later calls.
 * @throws BodyTooLarge, and InvalidRequest when the connection closes before the end of the body
 */
export async function readBody(request: RequestWithBody): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body
  const body = request.readableEnded ? Buffer.alloc(0) : await bytesOf(request)
  request.body = body
  return body
}

/** Returns no members for any other body, which its endpoint rejects. */
export function jsonObject(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Reads by events, which cost less than iterating over the stream. */
function bytesOf(request: RequestWithBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) return reject(brokenOff())
    // Only a rejection below pauses a request.
    if (request.isPaused()) return reject(new BodyTooLarge(limitOf(request)))
    const chunks: Buffer[] = []
    let size = 0
    const read = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= limitOf(request)) return
      // The caller discards the rest of the body or closes the connection.
      request.pause().off('data', read)
      reject(new BodyTooLarge(limitOf(request)))
    }
    // The error is created only when needed: its stack trace takes longer than reading the body.
    const broken = () => request.readableEnded || reject(brokenOff())
    request
      .on('data', read)
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', broken)
      .on('close', broken)
  })
}

const brokenOff = () => new errors.InvalidRequest('the body did not arrive whole')
