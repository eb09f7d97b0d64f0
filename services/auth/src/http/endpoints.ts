export interface Endpoint {
  /** Beneath the issuer. `:name` stands for one segment, of the form that `forms` says. */
  readonly path: string
  readonly methods: readonly string[]
  /** Largest body; default: `bodyBytes.usual`. */
  readonly maxBytes?: number
  /** Only programs call it: an error is JSON, whatever `Accept` prefers. */
  readonly isForPrograms?: true
}

/**
 * Largest bodies, by what they carry. Most endpoints are public, and their forms have a few fields.
 */
export const bodyBytes = {
  usual: 4 * 1024,
  /** A form with one token or its answer; a header could carry no longer one. */
  token: 16 * 1024,
  /** A token, and an assertion that authenticates the client. */
  twoTokens: 32 * 1024,
  /** Request objects, assertions, metadata with keys: as large as oidc-provider reads at most. */
  document: 56 * 1024,
} as const

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
  { path: '/auth', methods: page, maxBytes: bodyBytes.document },
  { path: '/auth/:uid', methods: ['GET'] },
  { path: '/token', methods: posted, maxBytes: bodyBytes.document, isForPrograms: true },
  { path: '/token/introspection', methods: posted, maxBytes: bodyBytes.twoTokens, isForPrograms: true },
  { path: '/token/revocation', methods: posted, maxBytes: bodyBytes.twoTokens, isForPrograms: true },
  { path: '/me', methods: ['GET', 'POST', 'OPTIONS'], maxBytes: bodyBytes.token, isForPrograms: true },
  { path: '/jwks', methods: document },
  { path: '/.well-known/openid-configuration', methods: document },
  { path: '/.well-known/oauth-authorization-server', methods: document },
  { path: '/request', methods: posted, maxBytes: bodyBytes.document, isForPrograms: true },
  { path: '/backchannel', methods: ['POST'], maxBytes: bodyBytes.document, isForPrograms: true },
  { path: '/device/auth', methods: posted, maxBytes: bodyBytes.document, isForPrograms: true },
  { path: '/device', methods: page },
  { path: '/device/:uid', methods: ['GET'] },
  { path: '/reg', methods: ['POST'], maxBytes: bodyBytes.document, isForPrograms: true },
  {
    path: '/reg/:clientId',
    methods: ['GET', 'PUT', 'DELETE'],
    maxBytes: bodyBytes.document,
    isForPrograms: true,
  },
  { path: '/session/end', methods: page, maxBytes: bodyBytes.token },
  { path: '/session/end/confirm', methods: ['POST'] },
  { path: '/session/end/success', methods: ['GET'] },
  { path: '/global-token-revocation', methods: ['POST'], isForPrograms: true },
  { path: '/interaction/:uid', methods: ['GET'] },
  { path: '/interaction/:uid/:step', methods: page, maxBytes: bodyBytes.token },
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
  { path: '/federation/:providerId/callback', methods: page, maxBytes: bodyBytes.token },
  {
    path: '/federation/:providerId/backchannel-logout',
    methods: ['POST'],
    maxBytes: bodyBytes.token,
    isForPrograms: true,
  },
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
