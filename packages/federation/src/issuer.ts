import { kindOf } from './kinds.ts'
import type { Protocol } from './protocol.ts'

export interface Located {
  /** Default: oidc. With `saml` the issuer is the entity ID of the provider. */
  readonly protocol?: Protocol | undefined
  readonly catalogueId: string | null
  readonly issuer: string | null
  readonly tenant: string | null
  /** Issuer in the discovery document, if the document was read. */
  readonly discoveredIssuer?: string | undefined
}

export interface ParsedIssuer {
  /** Lower-case scheme and host, no default port, no slash at the end. */
  readonly canonical: string
  /** True for several tenants, each of which decides the claims of its tokens. */
  readonly manyTenants: boolean
  readonly isMicrosoft: boolean
}

export const microsoftHosts = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'login.chinacloudapi.cn',
  'login.microsoftonline.de',
  'login.microsoft.com',
  'login.windows.net',
  'login.windows-ppe.net',
  'sts.windows.net',
  'sts.chinacloudapi.cn',
  'sts.microsoftonline.de',
] as const

/** Microsoft's names for all tenants, and the tenant of all personal accounts. */
export const microsoftTenantsOfMany = [
  'common',
  'organizations',
  'consumers',
  '9188040d-6c67-4c5b-b112-36a304b66dad',
] as const

const isMicrosoftHost = (host: string): boolean => microsoftHosts.some((each) => each === host)

/**
 * A slash at the end does not change the discovery document (OpenID Connect Discovery 1.0, section 4), and Microsoft's paths do not
 * depend on case. Null for text that is no absolute address, or has credentials, a query or a fragment.
 */
export function parseIssuer(issuer: string): ParsedIssuer | null {
  const url = URL.parse(issuer)
  if (url?.username !== '' || url.password !== '' || /[?#]/.test(issuer)) return null
  const hostname = url.hostname.replace(/\.+$/, '')
  const isMicrosoft = isMicrosoftHost(hostname)
  const path = isMicrosoft ? decoded(url.pathname).toLowerCase().replace(/\/+/g, '/') : url.pathname
  const port = isMicrosoft || url.port === '' ? '' : `:${url.port}`
  const canonical = `${url.protocol}//${hostname}${port}${path.replace(/\/+$/, '')}`
  return { canonical, isMicrosoft, manyTenants: namesTenants(issuer) || (isMicrosoft && isOfMany(path)) }
}

/** True for a template for every tenant, at any host. */
const namesTenants = (issuer: string): boolean => /(\{|%7b)tenantid(\}|%7d)/i.test(issuer)

const isOfMany = (path: string): boolean => {
  const [, tenant = ''] = path.split('/')
  return tenant === '' || microsoftTenantsOfMany.some((each) => each === tenant)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Scheme and host in lower case; the path is unchanged. */
export const storedIssuer = (issuer: string): string => {
  const parsed = parseIssuer(issuer)
  return parsed ? `${parsed.canonical}${issuer.endsWith('/') ? '/' : ''}` : issuer
}

/** Inserts the tenant; null while the issuer is unknown. */
export function issuerOfProvider({ catalogueId, issuer, tenant }: Located): string | null {
  const known = issuer ?? kindOf(catalogueId).issuer
  if (!known?.includes('{tenant}')) return known
  return tenant === null ? null : known.replace('{tenant}', encodeURIComponent(tenant))
}

const canonicalOf = (issuer: string | null): string | null =>
  issuer === null ? null : (parseIssuer(issuer)?.canonical ?? null)

/** Entity IDs of SAML are compared exactly. */
export const haveSameIssuer = (one: Located, another: Located): boolean =>
  one.protocol === 'saml'
    ? one.issuer === another.issuer
    : isSameIssuer(issuerOfProvider(one), issuerOfProvider(another))

export function isSameIssuer(one: string | null, another: string | null): boolean {
  const canonical = canonicalOf(one)
  return canonical === null ? one === another : canonical === canonicalOf(another)
}

/** False for SAML, whose metadata does not state keys of tokens. */
export const isIssuerOf = (provider: Located, named: string): boolean => {
  if (provider.protocol === 'saml') return false
  const canonical = canonicalOf(issuerOfProvider(provider))
  return canonical !== null && canonical === canonicalOf(named)
}

export const hasManyTenants = (provider: Located): boolean =>
  provider.protocol !== 'saml' &&
  [issuerOfProvider(provider), provider.discoveredIssuer ?? null].some(
    (issuer) => issuer !== null && parseIssuer(issuer)?.manyTenants === true,
  )
