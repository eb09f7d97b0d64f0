import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Options {
  /** Milliseconds to wait for further responses after `answers` responses. */
  readonly quietMs?: number
  /** Final responses to wait for, up to 5 s. */
  readonly answers?: number
  /** The client closes its side after the last byte. */
  readonly ends?: boolean
  readonly localAddress?: string
}

/** Sends Latin-1 text, one character per byte. */
export interface RawConnection {
  readonly socket: Socket
  /** Final responses so far, in order. */
  statuses(): number[]
  isClosed(): boolean
}

export function connectRaw(port: number, localAddress = '127.0.0.1'): RawConnection {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  let received = ''
  let isClosed = false
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('data', (text: string) => {
    received += text
  })
  const codes = () => [...received.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status))
  return { socket, statuses: () => codes().filter((status) => status >= 200), isClosed: () => isClosed }
}

/**
 * Sends exact bytes.
 * @param parts sent successively, 20 ms apart
 * @returns the status codes of the final responses, in order
 */
export async function exchangeRaw(
  port: number,
  parts: readonly string[],
  { quietMs = 60, answers = 1, ends = false, localAddress }: Options = {},
): Promise<number[]> {
  const { socket, statuses, isClosed } = connectRaw(port, localAddress)
  for (const [index, part] of parts.entries()) {
    if (index > 0) await sleep(20)
    socket.write(Buffer.from(part, 'latin1'))
  }
  if (ends) socket.end()
  const deadline = performance.now() + 5000
  while (!isClosed() && statuses().length < answers && performance.now() < deadline) await sleep(2)
  if (!isClosed()) await sleep(quietMs)
  socket.destroy()
  return statuses()
}
