import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { StoredSettings } from '@signet/contracts'

/**
 * Rightmost entry of X-Forwarded-For beyond the configured number of proxies, each of which appends its peer. Never the leftmost entry,
 * which a client can forge.
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

/**
 * Requests are counted by it. Setting rateLimit.trustedProxy, stored as off, ignores all proxies; it cannot trust more proxies than are
 * configured (decision 20).
 */
export function rateLimitOrigin(
  request: IncomingMessage,
  proxyHops: number,
  settings: Pick<StoredSettings, 'rateLimit.trustedProxy' | 'stored'>,
): string {
  const isOff = settings.stored.has('rateLimit.trustedProxy') && !settings['rateLimit.trustedProxy']
  return clientAddress(request, isOff ? 0 : proxyHops)
}

/**
 * Returns the /24 of IPv4 or the /64 of IPv6, which belongs to one holder, in one spelling. Invalid addresses are returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = ipv4Of(address)
  if (plain) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** Accepts an IPv4 address in IPv6 form too. */
const ipv4Of = (address: string): string | undefined => {
  const plain = address.replace(/^::ffff:/i, '')
  return isIPv4(plain) ? plain : undefined
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  const [left, right] = [groups(head), groups(tail)]
  const zeros = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0
  return [...left, ...Array<string>(zeros).fill('0'), ...right]
}
