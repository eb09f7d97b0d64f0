import { limits } from '@signet/contracts'
import { textOf, type Values } from '../users/mapped.ts'
import { membersOf, type Report, textsIn } from './export.ts'

export interface Addresses {
  readonly applicationType: 'web' | 'native'
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
  readonly corsOrigins?: readonly string[]
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Only native applications have a scheme of their own (RFC 8252). */
const isOwnScheme = (uri: string): boolean => !/^https?:/i.test(uri)

/** Null for a usable redirect address. */
function problemOf(uri: string): string | null {
  const url = URL.parse(uri)
  if (uri.includes('*')) return 'a redirect address has no wildcard: name each address'
  if (!url || uri.includes('#')) return 'a redirect address is absolute and has no fragment'
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) return 'a redirect address has https'
  if (isOwnScheme(uri) && !url.protocol.includes('.')) return 'the own scheme of an application has a dot'
  return null
}

export function addressesOf(client: Values, path: string, report: Report): Addresses {
  const root = textOf(client.rootUrl) ?? ''
  const absolute = (uri: string) =>
    uri.startsWith('/') && URL.canParse(root) ? new URL(uri, root).href : uri
  const usable = (uris: readonly string[], field: string): string[] =>
    [...new Set(uris.map(absolute))].filter((uri) => {
      const problem = problemOf(uri)
      if (problem !== null) report(`${path}/${field}/${uri}`, problem)
      return problem === null
    })
  const redirects = usable(textsIn(client.redirectUris), 'redirectUris')
  const attribute = 'post.logout.redirect.uris'
  const afterLogout = textOf(membersOf(client.attributes)[attribute]) ?? ''
  const listed = afterLogout.split('##').filter((uri) => uri !== '' && uri !== '+' && uri !== '-')
  const postLogout = usable(listed, `attributes/${attribute}`)
  // A plus sign permits each redirect address.
  if (afterLogout.split('##').includes('+'))
    postLogout.push(...redirects.filter((uri) => !postLogout.includes(uri)))
  const isNative = [...redirects, ...postLogout].some(isOwnScheme)
  return {
    applicationType: isNative ? 'native' : 'web',
    redirectUris: redirects.slice(0, limits.redirectUris),
    ...(postLogout.length > 0 ? { postLogoutRedirectUris: postLogout.slice(0, limits.redirectUris) } : {}),
    ...originsOf(client, redirects, path, report),
  }
}

/** Keycloak replaces a plus sign by the origins of the redirect addresses. */
function originsOf(
  { webOrigins }: Values,
  redirects: readonly string[],
  path: string,
  report: Report,
): Pick<Addresses, 'corsOrigins'> {
  const named = textsIn(webOrigins)
  if (named.includes('*')) report(`${path}/webOrigins/*`, 'name each origin of browsers')
  const own = redirects.filter((uri) => /^https?:/i.test(uri)).map((uri) => new URL(uri).origin)
  const origins = [
    ...(named.includes('+') ? own : []),
    ...named
      .filter((origin) => origin !== '+' && origin !== '*' && URL.canParse(origin))
      .map((origin) => new URL(origin).origin),
  ]
  const unique = [...new Set(origins)].filter((origin) => origin !== 'null').slice(0, limits.corsOrigins)
  return unique.length > 0 ? { corsOrigins: unique } : {}
}
