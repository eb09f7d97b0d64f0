import { type Role, roles } from './wall/roles.ts'

export interface Route {
  readonly connectionString: string
  /**
   * A pooler in transaction mode: each transaction may run on another connection of PostgreSQL, so that settings and prepared
   * statements do not last from one transaction to the next.
   */
  readonly isPooled: boolean
}

/** Used for connections whose role cannot be set when they start. */
const loginOf = (user: string, role: Exclude<Role, 'instance'>): string => `${user}_${role}_login`

export const isPooledUrl = (url: string): boolean => new URL(url).searchParams.get('pooler') === 'transaction'

/** Behind a pooler the login of the role replaces the user of the URL. The driver ignores the parameter `pooler`. */
export function routeOf(url: string, as?: Exclude<Role, 'instance'>): Route {
  if (!isPooledUrl(url)) return { connectionString: url, isPooled: false }
  const address = new URL(url)
  if (as) address.username = loginOf(address.username, as)
  return { connectionString: address.href, isPooled: true }
}

export interface PooledLogin {
  readonly name: string
  readonly role: string
  readonly memberOf: readonly string[]
}

export const pooledLogins = (user: string): readonly PooledLogin[] => [
  { name: loginOf(user, 'service'), role: roles.service, memberOf: [roles.service, roles.instance] },
  { name: loginOf(user, 'token'), role: roles.token, memberOf: [roles.token] },
]
