/** Layers of requests; `provider/pipeline.ts` has their functions. `provider` is a route of oidc-provider. */
export type LayerName =
  | 'account home'
  | 'account switch'
  | 'agent registration'
  | 'applications'
  | 'authenticator'
  | 'defects'
  | 'device'
  | 'discovery'
  | 'empty body'
  | 'ended session'
  | 'federation'
  | 'global revocation'
  | 'identities'
  | 'interaction'
  | 'mailed link'
  | 'new address'
  | 'own data'
  | 'own form'
  | 'own deletion'
  | 'own profile'
  | 'passkeys'
  | 'posted request'
  | 'posted sign-out'
  | 'provider'
  | 'recovery codes'
  | 'registration'
  | 'rendered document'
  | 'request lifetime'
  | 'request unit'
  | 'structured token'
  | 'upstream sign-out'
  | 'waiting requests'
  | 'without session'

export interface Endpoint {
  /** Path below the issuer. A parameter `:name` is one segment of the form in `forms`. */
  readonly path: string
  readonly methods: readonly string[]
  readonly layers: readonly LayerName[]
  /** Default: `bodyBytes.usual`. */
  readonly maxBytes?: number
  /** Only programs call the endpoint: an error is JSON, also when `Accept` prefers HTML. */
  readonly isForPrograms?: true
}

/** Most forms have a few fields. */
export const bodyBytes = {
  usual: 4 * 1024,
  /** A header could carry no longer token. */
  token: 16 * 1024,
  /** A token, and an assertion that authenticates the client. */
  twoTokens: 32 * 1024,
  /** Request objects, assertions, metadata with keys: the limit of oidc-provider. */
  document: 56 * 1024,
  /** Certificate, signatures and the groups of the user, in base64. */
  samlResponse: 256 * 1024,
} as const

const forms = {
  uid: '[\\w-]{20,64}',
  step: '[a-z]{1,32}',
  clientId: '[\\w-]{1,128}',
  providerId: '[\\w-]{1,32}',
} as const

const page = ['GET', 'POST'] as const
/** Pages of other origins may read public documents. */
const document = ['GET', 'HEAD', 'OPTIONS'] as const
const posted = ['POST', 'OPTIONS'] as const

/** Adds the layers that every endpoint passes first. */
const through = (...layers: readonly LayerName[]): readonly LayerName[] => [
  'empty body',
  'defects',
  'request unit',
  ...layers,
]

const discovery: readonly LayerName[] = [
  'empty body',
  'defects',
  'rendered document',
  'request unit',
  'discovery',
  'provider',
]

const { document: documentBytes, token, twoTokens, samlResponse } = bodyBytes

const forPrograms: readonly Endpoint[] = [
  { path: '/token', methods: posted, layers: through('provider'), maxBytes: documentBytes },
  {
    path: '/token/introspection',
    methods: posted,
    layers: through('structured token', 'provider'),
    maxBytes: twoTokens,
  },
  { path: '/token/revocation', methods: posted, layers: through('provider'), maxBytes: twoTokens },
  { path: '/me', methods: ['GET', 'POST', 'OPTIONS'], layers: through('provider'), maxBytes: token },
  {
    path: '/request',
    methods: posted,
    layers: through('request lifetime', 'provider'),
    maxBytes: documentBytes,
  },
  { path: '/backchannel', methods: ['POST'], layers: through('provider'), maxBytes: documentBytes },
  { path: '/device/auth', methods: posted, layers: through('provider'), maxBytes: documentBytes },
  {
    path: '/reg',
    methods: ['POST'],
    layers: through('agent registration', 'registration', 'provider'),
    maxBytes: documentBytes,
  },
  {
    path: '/reg/:clientId',
    methods: ['GET', 'PUT', 'DELETE'],
    layers: through('registration', 'provider'),
    maxBytes: documentBytes,
  },
  { path: '/global-token-revocation', methods: ['POST'], layers: through('global revocation') },
  {
    path: '/federation/:providerId/backchannel-logout',
    methods: ['POST'],
    layers: through('federation'),
    maxBytes: token,
  },
]

/**
 * No other request reaches oidc-provider, whose router ignores case and trailing slashes and serves HEAD by the routes of GET: checks
 * and routes read the same path.
 */
export const endpoints: readonly Endpoint[] = [
  ...forPrograms.map((endpoint): Endpoint => ({ ...endpoint, isForPrograms: true })),
  {
    path: '/auth',
    methods: page,
    layers: through('posted request', 'provider'),
    maxBytes: documentBytes,
  },
  { path: '/auth/:uid', methods: ['GET'], layers: through('account switch', 'provider') },
  { path: '/jwks', methods: document, layers: through('provider') },
  { path: '/.well-known/openid-configuration', methods: document, layers: discovery },
  { path: '/.well-known/oauth-authorization-server', methods: document, layers: discovery },
  { path: '/device', methods: page, layers: through('device', 'own form', 'provider') },
  { path: '/device/:uid', methods: ['GET'], layers: through('device', 'account switch', 'provider') },
  {
    path: '/session/end',
    methods: page,
    layers: through('posted sign-out', 'upstream sign-out', 'without session', 'provider'),
    maxBytes: token,
  },
  {
    path: '/session/end/confirm',
    methods: ['POST'],
    layers: through('own form', 'ended session', 'upstream sign-out', 'provider'),
  },
  { path: '/session/end/success', methods: ['GET'], layers: through('provider') },
  { path: '/interaction/:uid', methods: ['GET'], layers: through('interaction') },
  { path: '/interaction/:uid/:step', methods: page, layers: through('interaction'), maxBytes: token },
  { path: '/interaction/:uid/provider/:providerId', methods: ['GET'], layers: through('interaction') },
  { path: '/account/invitation', methods: page, layers: through('mailed link') },
  { path: '/account/passkey', methods: page, layers: through('mailed link'), maxBytes: token },
  { path: '/account/reset', methods: page, layers: through('mailed link') },
  { path: '/account/verification', methods: page, layers: through('mailed link') },
  { path: '/account/requests', methods: page, layers: through('waiting requests') },
  { path: '/account', methods: page, layers: through('account home') },
  { path: '/account/apps', methods: page, layers: through('applications') },
  { path: '/account/identities', methods: page, layers: through('identities') },
  { path: '/account/authenticator', methods: page, layers: through('authenticator') },
  {
    path: '/account/passkeys',
    methods: page,
    layers: through('passkeys'),
    maxBytes: token,
  },
  { path: '/account/recovery-codes', methods: page, layers: through('recovery codes') },
  { path: '/account/data', methods: ['GET'], layers: through('own data') },
  { path: '/account/profile', methods: page, layers: through('own profile'), maxBytes: token },
  { path: '/account/deletion', methods: page, layers: through('own deletion') },
  { path: '/account/address', methods: page, layers: through('new address') },
  { path: '/federation/:providerId/jwks', methods: document, layers: through('federation') },
  { path: '/federation/:providerId/metadata', methods: document, layers: through('federation') },
  { path: '/federation/:providerId/frontchannel-logout', methods: ['GET'], layers: through('federation') },
  { path: '/federation/:providerId/signed-out', methods: ['GET'], layers: through('federation') },
  { path: '/federation/:providerId/try', methods: ['GET'], layers: through('federation') },
  {
    path: '/federation/:providerId/callback',
    methods: page,
    layers: through('federation'),
    maxBytes: samlResponse,
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

export const endpointAt = (path: string): Endpoint | undefined =>
  fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.endpoint
