import { lookup, Resolver } from 'node:dns/promises'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/**
 * `operator`: the operator configured the name. `tenant`: the name is from a request, a stored client or a fetched document, and its
 * owner also controls its name servers.
 */
export type Resolve = (hostname: string, origin: 'operator' | 'tenant') => Promise<readonly ResolvedAddress[]>

interface Options {
  /** `host` or `host:port`. Default: those of the system. */
  readonly servers?: readonly string[]
  /** One query and its repetitions, milliseconds. Below every limit of a caller. */
  readonly totalMs?: number
  /** A failed name fails again without a query for this time, milliseconds. */
  readonly failureMs?: number
  readonly maxInFlight?: number
}

const maxFailures = 2_000

/**
 * Resolves names from tenants. It queries name servers directly (c-ares): `dns.lookup` blocks one of libuv's four threads for each
 * name, which delays file access and every other connection of the process. Concurrent calls for one name share one query; queries are
 * cancelled after `totalMs`.
 * @throws for a name without an address, a failed query, or too many names in flight
 */
export function createNameResolver({
  servers,
  totalMs = 2_000,
  failureMs = 5_000,
  maxInFlight = 256,
}: Options = {}): (hostname: string) => Promise<readonly ResolvedAddress[]> {
  const inFlight = new Map<string, Promise<readonly ResolvedAddress[]>>()
  const failures = new Map<string, number>()
  const query = async (hostname: string) => {
    try {
      return await queryServers(hostname, servers, totalMs)
    } catch (error) {
      failures.delete(hostname)
      failures.set(hostname, performance.now() + failureMs)
      const [oldest] = failures.keys()
      if (failures.size > maxFailures && oldest !== undefined) failures.delete(oldest)
      throw error
    } finally {
      inFlight.delete(hostname)
    }
  }
  return async (hostname) => {
    const running = inFlight.get(hostname)
    if (running) return running
    if ((failures.get(hostname) ?? 0) > performance.now())
      throw new Error('The name could not be resolved a moment ago.')
    if (inFlight.size >= maxInFlight) throw new Error('Too many names are being resolved.')
    const started = query(hostname)
    inFlight.set(hostname, started)
    return started
  }
}

/** One address family is sufficient when the other fails; only returned addresses are connected to. */
async function queryServers(
  hostname: string,
  servers: readonly string[] | undefined,
  totalMs: number,
): Promise<readonly ResolvedAddress[]> {
  // Each name has its own resolver, because `cancel` ends all queries of a resolver.
  const resolver = new Resolver({ timeout: Math.ceil(totalMs / 3), tries: 2 })
  if (servers) resolver.setServers(servers)
  const expired = setTimeout(() => resolver.cancel(), totalMs)
  try {
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = results.flatMap((result, index) =>
      result.status === 'fulfilled'
        ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    )
    if (addresses.length === 0) throw new Error('The name has no address.')
    return addresses
  } finally {
    clearTimeout(expired)
  }
}

const resolveTenantName = createNameResolver()
const systemLookups = new Map<string, Promise<readonly ResolvedAddress[]>>()

/** The system reads /etc/hosts and search domains. One name occupies at most one thread. */
function lookUp(hostname: string): Promise<readonly ResolvedAddress[]> {
  const running = systemLookups.get(hostname)
  if (running) return running
  const started = lookup(hostname, { all: true, order: 'verbatim' }).finally(() =>
    systemLookups.delete(hostname),
  )
  systemLookups.set(hostname, started)
  return started
}

export const resolveName: Resolve = (hostname, origin) =>
  origin === 'operator' ? lookUp(hostname) : resolveTenantName(hostname)
