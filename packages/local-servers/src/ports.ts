import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to whoever wants any, Linux from 32,768 on. */
const range = { from: 12_000, below: 32_768 }

let next = randomInt(range.from, range.below)

/** A port that nobody listens on, nor is given by chance before its server is there, or while it is away for a moment. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    next = next + 1 < range.below ? next + 1 : range.from
    const port = next
    if (await isFree(port, host)) return port
  }
}

/** Whether a server could listen on this port now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
