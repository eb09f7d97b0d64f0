import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Largest request body any endpoint accepts (concepts.md, "Limits"). */
export const maxBodyBytes = 1024 * 1024

/** What of a refused body is still read, and for how long, so that its sender reads the answer. */
const lingering = { bytes: 16 * maxBodyBytes, ms: 5_000 }

/** Whether a request says itself that its body is longer. */
export const declaresMoreThan = ({ headers }: IncomingMessage, bytes: number): boolean =>
  Number(headers['content-length'] ?? 0) > bytes

/**
 * Whether an error says only that the client closed the connection before its body was complete. It is the client's doing
 * and no defect.
 */
export const isBrokenOff = (error: unknown, request: IncomingMessage | undefined): boolean =>
  request !== undefined &&
  !request.complete &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/**
 * Reads the rest of a body that is refused and drops it. A connection that is closed with unread bytes is reset, and its
 * client never sees the answer (RFC 9112 9.6). What is longer than any mistake is not waited for.
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
