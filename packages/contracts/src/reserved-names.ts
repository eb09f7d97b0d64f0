/** First path segments of the instance's own routes. */
export const reservedPathNames: readonly string[] = [
  'account',
  'admin',
  'api',
  'assets',
  'auth',
  'backchannel',
  'callback',
  'consent',
  'device',
  'docs',
  'favicon.ico',
  'federation',
  'global-token-revocation',
  'health',
  'interaction',
  'jwks',
  'llms.txt',
  'login',
  'logout',
  'mcp',
  'me',
  'metrics',
  'ready',
  'reg',
  'register',
  'request',
  'robots.txt',
  'scim',
  'session',
  'setup',
  'static',
  'token',
  'userinfo',
  'verify',
  'www',
  '.well-known',
]

/**
 * Users, mail systems or clients attribute these names below the instance host to the operator. Applies to subdomains and path
 * segments.
 */
export const reservedSubdomainNames: readonly string[] = [
  'abuse',
  'admin',
  'api',
  'app',
  'assets',
  'auth',
  'autoconfig',
  'autodiscover',
  'cdn',
  'console',
  'dns',
  'ftp',
  'hostmaster',
  'imap',
  'localhost',
  'login',
  'mail',
  'mcp',
  'mta-sts',
  'mx',
  'ns',
  'ns1',
  'ns2',
  'ns3',
  'ns4',
  'pop',
  'pop3',
  'postmaster',
  'root',
  'security',
  'smtp',
  'sso',
  'static',
  'status',
  'webmail',
  'webmaster',
  'wpad',
  'www',
  'www1',
  'www2',
]

/** @param operatorNames setting `projects.reservedHostnames`; only its single-label names concern a slug */
export function isReservedSlug(
  slug: string,
  form: 'path' | 'subdomain',
  operatorNames: readonly string[] = [],
): boolean {
  const name = slug.toLowerCase()
  const lists = [reservedSubdomainNames, operatorNames.map((other) => other.toLowerCase())]
  if (form === 'path') lists.push(reservedPathNames)
  return lists.some((list) => list.includes(name))
}
