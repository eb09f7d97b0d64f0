import { isFree } from '@signet/local-servers'

/** Below the ports that systems give to outgoing connections: one that is left for a moment is still there. */
const range = { from: 12_000, to: 30_000 }

let next = range.from + Math.floor(Math.random() * (range.to - range.from))

/** A port that a server can come back to. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    next = next < range.to ? next + 1 : range.from
    if (await isFree(next)) return next
  }
}
