import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface HalfRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent part of a body of 1,000 bytes. */
  readonly start: string
  /** True for a Content-Length, false for chunks. */
  readonly declared: boolean
  /** False: the connection is closed. */
  readonly reset: boolean
}

export async function sendHalf(
  address: { readonly host: string; readonly port: number },
  { method, target, headers, start, declared, reset }: HalfRequest,
): Promise<void> {
  const socket = connect(address.port, address.host)
  socket.on('error', () => undefined).resume()
  const length = declared ? 'content-length: 1000' : 'transfer-encoding: chunked'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const body = declared ? start : `${Buffer.byteLength(start).toString(16)}\r\n${start}\r\n`
  socket.write(`${[`${method} ${target} HTTP/1.1`, ...lines, length].join('\r\n')}\r\n\r\n${body}`)
  await pause(30)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  if (reset) socket.resetAndDestroy()
  else socket.destroy()
  await closed
  await pause(30)
}

export const halfBodies = [true, false].flatMap((declared) =>
  [true, false].flatMap((reset) => ['', '{"a":'].map((start) => ({ declared, reset, start }))),
)
