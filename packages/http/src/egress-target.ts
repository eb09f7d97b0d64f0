import { isIP } from 'node:net'
import { isLoopback } from '@signet/runtime'
import { isPublicAddress } from './egress-addresses.ts'
import { type Resolve, type ResolvedAddress, resolveName } from './resolve-name.ts'

/** Where one request may go: the addresses were vetted, and nothing else is connected to. */
export interface Target {
  readonly url: URL
  readonly hostname: string
  readonly port: number
  readonly addresses: readonly ResolvedAddress[]
}

const loopbackAddresses: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Decides whether a URL that somebody gave may be fetched, before any packet is sent.
 * @param allow exact `host:port` pairs that may be reached although they are no public https address
 * @returns undefined for whatever must not be reached
 */
export async function targetOf(
  given: string | URL,
  allow: ReadonlySet<string>,
  resolve: Resolve,
): Promise<Target | undefined> {
  if (!URL.canParse(String(given))) return undefined
  const url = new URL(given)
  const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const allowed = allow.has(`${url.hostname}:${port}`)
  if (url.username || url.password || !hostname) return undefined
  if (!isSchemeAllowed(url, allowed)) return undefined
  if (!allowed && (port !== 443 || isIP(hostname))) return undefined
  const addresses = await addressesOf(url, (name) => resolve(name, allowed ? 'operator' : 'tenant'))
  if (addresses.length === 0) return undefined
  if (!allowed && !addresses.every(({ address }) => isPublicAddress(address))) return undefined
  return { url, hostname, port, addresses }
}

export interface HostTarget {
  /** The name as it is known to the certificate. */
  readonly hostname: string
  readonly addresses: readonly ResolvedAddress[]
}

/**
 * The same decision for a server that is named by host and port and speaks another protocol, such as a mail relay.
 * @param allow exact `host:port` pairs that may be reached although they are private, or on another port
 * @param ports which are reached on public addresses without being named
 */
export async function hostTarget(
  host: string,
  port: number,
  {
    allow,
    ports,
    resolve = resolveName,
  }: { readonly allow: readonly string[]; readonly ports: readonly number[]; readonly resolve?: Resolve },
): Promise<HostTarget | undefined> {
  const url = URL.parse(`http://${host}:${port}/`)
  if (!url || url.username || url.password || url.pathname !== '/') return undefined
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const allowed = allow.includes(`${url.hostname}:${port}`)
  if (!allowed && (!ports.includes(port) || isIP(hostname))) return undefined
  const addresses = await addressesOf(url, (name) => resolve(name, allowed ? 'operator' : 'tenant'))
  if (!allowed && !addresses.every(({ address }) => isPublicAddress(address))) return undefined
  return addresses.length ? { hostname, addresses } : undefined
}

/** Plain http never leaves the machine, and needs its pair to be named even there. */
const isSchemeAllowed = (url: URL, allowed: boolean): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && allowed && isLoopback(url))

async function addressesOf(
  url: URL,
  resolve: (hostname: string) => Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(hostname)
  if (family !== 0) return [{ address: hostname, family }]
  // RFC 6761 6.3: names of the loopback are never asked of anybody.
  return isLoopback(url) ? loopbackAddresses : resolve(hostname)
}
