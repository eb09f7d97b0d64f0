import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Limit of any endpoint (concepts.md, "Limits"). */
export const maxBodyBytes = 1024 * 1024

/** Limits for reading the rest of a rejected body, so that its sender receives the response. */
const lingering = { bytes: 16 * maxBodyBytes, ms: 5_000 }

export const declaresMoreThan = ({ headers }: IncomingMessage, bytes: number): boolean =>
  Number(headers['content-length'] ?? 0) > bytes

/** True when the client closed the connection before its body was complete, which is not a defect. */
export const isBrokenOff = (error: unknown, request: IncomingMessage | undefined): boolean =>
  request !== undefined &&
  !request.complete &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/**
 * Reads the rest of a rejected body, within limits. A connection closed with unread bytes is reset, and its client never receives the
 * response (RFC 9112 9.6).
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  const stop = new AbortController()
  const read = new Promise<void>((resolve) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lingering.bytes) resolve()
    })
    for (const end of ['end', 'error', 'close']) request.once(end, () => resolve())
  })
  request.resume()
  await Promise.race([
    read,
    pause(lingering.ms, undefined, { ref: false, signal: stop.signal }).catch(() => undefined),
  ])
  stop.abort()
}
