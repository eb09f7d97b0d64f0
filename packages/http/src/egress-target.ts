import { isIP } from 'node:net'
import { isLoopback } from '@signet/runtime'
import { isPublicAddress } from './egress-addresses.ts'
import { type Resolve, type ResolvedAddress, resolveName } from './resolve-name.ts'

/** Destination of one request, with its vetted addresses: no other one is connected to. */
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
 * Decides before any packet is sent.
 * @param allow exact `host:port` pairs that may be reached although they are no public https address
 * @returns undefined for a forbidden URL
 */
export async function targetOf(
  given: string | URL,
  allow: ReadonlySet<string>,
  resolve: Resolve,
): Promise<Target | undefined> {
  if (!URL.canParse(String(given))) return undefined
  const url = new URL(given)
  const port = Number(url.port) || defaultPort(url)
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
  readonly hostname: string
  readonly addresses: readonly ResolvedAddress[]
}

/**
 * Vets a server of another protocol, such as a mail relay; undefined for a forbidden one.
 * @param allow exact `host:port` pairs that may be reached although they are private, or on another port
 * @param ports allowed on public addresses
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

const defaultPort = ({ protocol }: URL): number => (protocol === 'http:' ? 80 : 443)

/** True for plain http on this machine, with an allowed `host:port` pair. */
export function isPlainAllowed(address: string, allow: readonly string[]): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' || url.username) return false
  return isSchemeAllowed(url, allow.includes(`${url.hostname}:${Number(url.port) || defaultPort(url)}`))
}

const isSchemeAllowed = (url: URL, allowed: boolean): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && allowed && isLoopback(url))

async function addressesOf(
  url: URL,
  resolve: (hostname: string) => Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(hostname)
  if (family !== 0) return [{ address: hostname, family }]
  // Loopback names are never resolved by a name server (RFC 6761 6.3).
  return isLoopback(url) ? loopbackAddresses : resolve(hostname)
}
