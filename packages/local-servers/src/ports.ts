import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ephemeral ports of operating systems begin at 32,768 on Linux. */
const range = { from: 12_000, below: 32_768 }

let next = randomInt(range.from, range.below)

/** The system will not assign the port to another process before its server starts, or while it restarts. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    next = next + 1 < range.below ? next + 1 : range.from
    const port = next
    if (await isFree(port, host)) return port
  }
}

export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
