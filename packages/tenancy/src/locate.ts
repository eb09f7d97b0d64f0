import { reservedPathNames } from '@signet/contracts'

/** A request names its project by the instance's own address, by a slug, or by a host name. */
export type Address =
  | { readonly form: 'root' }
  | { readonly form: 'path'; readonly slug: string }
  | { readonly form: 'subdomain'; readonly slug: string }
  | { readonly form: 'host'; readonly host: string }

export interface Located {
  readonly address: Address
  /** Relative to the project's address. */
  readonly url: string
}

const reserved = new Set<string>(reservedPathNames)

/** RFC 8414 3.1: the well-known name is inserted before the issuer's path. */
const insertedWellKnown =
  /^\/\.well-known\/(oauth-authorization-server|openid-configuration)\/([^/?]+)(\?.*)?$/

/**
 * Reads Host and the first path segment only.
 * @param baseHost host of the instance's own address, with its port if any
 */
export function locate(host: string, url: string, baseHost: string): Located {
  const name = host.toLowerCase()
  if (name === baseHost) return atBase(url)
  const suffix = `.${baseHost}`
  if (name.endsWith(suffix)) {
    const slug = name.slice(0, -suffix.length)
    if (!slug.includes('.')) return { address: { form: 'subdomain', slug }, url }
  }
  return { address: { form: 'host', host: name.replace(/:\d+$/, '') }, url }
}

function atBase(url: string): Located {
  const inserted = url.startsWith('/.well-known/') ? insertedWellKnown.exec(url) : null
  if (inserted)
    return {
      address: { form: 'path', slug: inserted[2] ?? '' },
      url: `/.well-known/${inserted[1]}${inserted[3] ?? ''}`,
    }
  const end = firstSegmentEnd(url)
  const segment = url.slice(1, end)
  if (segment === '' || reserved.has(segment)) return { address: { form: 'root' }, url }
  const rest = url.slice(end)
  return { address: { form: 'path', slug: segment }, url: rest.startsWith('/') ? rest : `/${rest}` }
}

function firstSegmentEnd(url: string): number {
  const slash = url.indexOf('/', 1)
  const query = url.indexOf('?', 1)
  if (slash === -1 || query === -1) return Math.max(slash, query) === -1 ? url.length : Math.max(slash, query)
  return Math.min(slash, query)
}
