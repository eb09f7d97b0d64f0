import type { IncomingMessage } from 'node:http'

/**
 * Who sent the request: the rightmost entry of X-Forwarded-For beyond the configured number of proxies, each of which
 * appends its peer. Never the leftmost entry, which anybody can write (T22).
 */
export function clientAddress(request: IncomingMessage, proxyHops: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (proxyHops === 0) return peer
  const forwarded = [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  return forwarded.at(-proxyHops) ?? forwarded[0] ?? peer
}
