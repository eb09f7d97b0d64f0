export interface Endpoint {
  /** Beneath the issuer. `:name` stands for one segment, of the form that `forms` says. */
  readonly path: string
  readonly methods: readonly string[]
}

/** Parameters of paths, each in the one form it is made in. */
const forms = {
  uid: '[\\w-]{20,64}',
  step: '[a-z]{1,32}',
  clientId: '[\\w-]{1,128}',
  providerId: '[\\w-]{1,32}',
} as const

const page = ['GET', 'POST'] as const
/** Documents that everybody may read, also from a page of another origin. */
const document = ['GET', 'HEAD', 'OPTIONS'] as const
/** What applications post to, some of them from a page. */
const posted = ['POST', 'OPTIONS'] as const

/**
 * Every address of an issuer, in its one spelling, with the methods it answers: nothing else reaches the provider, whose
 * router folds case, takes a trailing slash and answers HEAD by the routes of GET. So guards and routes read one path.
 */
export const endpoints: readonly Endpoint[] = [
  { path: '/auth', methods: page },
  { path: '/auth/:uid', methods: ['GET'] },
  { path: '/token', methods: posted },
  { path: '/token/introspection', methods: posted },
  { path: '/token/revocation', methods: posted },
  { path: '/me', methods: ['GET', 'POST', 'OPTIONS'] },
  { path: '/jwks', methods: document },
  { path: '/.well-known/openid-configuration', methods: document },
  { path: '/.well-known/oauth-authorization-server', methods: document },
  { path: '/request', methods: posted },
  { path: '/backchannel', methods: ['POST'] },
  { path: '/device/auth', methods: posted },
  { path: '/device', methods: page },
  { path: '/device/:uid', methods: ['GET'] },
  { path: '/reg', methods: ['POST'] },
  { path: '/reg/:clientId', methods: ['GET', 'PUT', 'DELETE'] },
  { path: '/session/end', methods: page },
  { path: '/session/end/confirm', methods: ['POST'] },
  { path: '/session/end/success', methods: ['GET'] },
  { path: '/global-token-revocation', methods: ['POST'] },
  { path: '/interaction/:uid', methods: ['GET'] },
  { path: '/interaction/:uid/:step', methods: page },
  { path: '/interaction/:uid/provider/:providerId', methods: ['GET'] },
  { path: '/account/invitation', methods: page },
  { path: '/account/reset', methods: page },
  { path: '/account/verification', methods: page },
  { path: '/account/requests', methods: page },
  { path: '/account', methods: page },
  { path: '/account/apps', methods: page },
  { path: '/account/identities', methods: page },
  { path: '/account/authenticator', methods: page },
  { path: '/account/data', methods: ['GET'] },
  { path: '/federation/:providerId/try', methods: ['GET'] },
  { path: '/federation/:providerId/callback', methods: page },
  { path: '/federation/:providerId/backchannel-logout', methods: ['POST'] },
]

const isFixed = ({ path }: Endpoint): boolean => !path.includes(':')

const fixed = new Map(endpoints.filter(isFixed).map((endpoint) => [endpoint.path, endpoint]))

const patterns = endpoints
  .filter((endpoint) => !isFixed(endpoint))
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))

function patternOf(path: string): RegExp {
  const form = (name: string) => {
    if (!Object.hasOwn(forms, name)) throw new Error(`The parameter ${name} of ${path} has no form.`)
    return forms[name as keyof typeof forms]
  }
  const source = path.replace(/:(\w+)/g, (_parameter, name: string) => form(name))
  return new RegExp(`^${source}$`)
}

/** The endpoint at a path beneath an issuer; undefined where nothing is. */
export const endpointAt = (path: string): Endpoint | undefined =>
  fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.endpoint
