import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/**
 * The ceiling: the same oidc-provider with in-memory state, in a process with plain node:http. Reads its configuration as JSON from the
 * environment, reports its port, and creates artifacts at `/stock`.
 */
interface Setup {
  readonly issuer: string
  readonly jwks: { keys: Record<string, unknown>[] }
  readonly clientId: string
  readonly clientSecret: string
  readonly resource: string
  readonly opaqueResource: string
  readonly redirectUri: string
  readonly challenge: string
}

const setup = JSON.parse(process.env.BENCH_SETUP ?? '{}') as Setup
const stored = new Map<string, { payload: Record<string, unknown>; consumed?: number }>()

class MapAdapter {
  readonly #model: string
  constructor(model: string) {
    this.#model = model
  }
  async upsert(id: string, payload: Record<string, unknown>) {
    stored.set(`${this.#model}:${id}`, { payload })
  }
  async find(id: string) {
    const row = stored.get(`${this.#model}:${id}`)
    return row && { ...row.payload, ...(row.consumed ? { consumed: row.consumed } : {}) }
  }
  async consume(id: string) {
    const row = stored.get(`${this.#model}:${id}`)
    if (row) row.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string) {
    stored.delete(`${this.#model}:${id}`)
  }
  async findByUid() {
    return undefined
  }
  async findByUserCode() {
    return undefined
  }
  async revokeByGrantId() {
    return undefined
  }
}

const provider = new Provider(setup.issuer, {
  adapter: MapAdapter as never,
  jwks: setup.jwks as never,
  scopes: ['openid', 'offline_access'],
  clients: [
    {
      client_id: setup.clientId,
      client_secret: setup.clientSecret,
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types: ['code'],
      redirect_uris: [setup.redirectUri],
      id_token_signed_response_alg: 'EdDSA',
    },
  ],
  rotateRefreshToken: true,
  ttl: { AuthorizationCode: 3600 },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_ctx, audience) =>
        audience === setup.opaqueResource
          ? { scope: 'read', audience, accessTokenFormat: 'opaque', accessTokenTTL: 900 }
          : {
              scope: 'read',
              audience,
              accessTokenFormat: 'jwt',
              accessTokenTTL: 900,
              jwt: { sign: { alg: 'ES256' } },
            },
    },
    introspection: { enabled: true },
  },
})

async function make(kind: string): Promise<string> {
  const client = await provider.Client.find(setup.clientId)
  if (!client) throw new Error('The application of the ceiling is missing.')
  const forApi = kind === 'RefreshTokenForApi'
  const scope = `openid offline_access${forApi ? ' read' : ''}`
  const grant = new provider.Grant({ accountId: 'person', clientId: setup.clientId })
  grant.addOIDCScope('openid offline_access')
  if (forApi) grant.addResourceScope(setup.resource, 'read')
  const common = {
    client,
    accountId: 'person',
    grantId: await grant.save(),
    scope,
    gty: 'authorization_code',
    authTime: Math.floor(Date.now() / 1000),
    ...(forApi ? { resource: setup.resource } : {}),
  }
  if (kind === 'AccessToken') return new provider.AccessToken(common).save()
  if (kind !== 'AuthorizationCode') return new provider.RefreshToken(common).save()
  return new provider.AuthorizationCode({
    ...common,
    redirectUri: setup.redirectUri,
    codeChallenge: setup.challenge,
    codeChallengeMethod: 'S256',
  }).save()
}

async function stock(url: URL): Promise<string> {
  const values: string[] = []
  for (let count = Number(url.searchParams.get('count')); count > 0; count -= 1)
    values.push(await make(url.searchParams.get('kind') ?? ''))
  return JSON.stringify(values)
}

const callback = provider.callback()
const server = createServer(async (request, response) => {
  if (!request.url?.startsWith('/stock')) return callback(request, response)
  response.end(await stock(new URL(request.url, setup.issuer)))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
