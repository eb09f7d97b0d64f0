import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/**
 * The ceiling: the same oidc-provider with its state in memory, in the same process shape, behind plain node:http.
 * Reads its setup as JSON from the environment and prints its port and refresh tokens.
 */
interface Setup {
  readonly issuer: string
  readonly jwks: { keys: Record<string, unknown>[] }
  readonly clientId: string
  readonly clientSecret: string
  readonly resource: string
  readonly refreshTokens: number
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
      redirect_uris: ['https://rp.example/callback'],
    },
  ],
  rotateRefreshToken: true,
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: 'read',
        audience: setup.resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 900,
        jwt: { sign: { alg: 'EdDSA' } },
      }),
    },
  },
})

const tokens: string[] = []
const client = await provider.Client.find(setup.clientId)
for (let index = 0; client && index < setup.refreshTokens; index += 1) {
  const grant = new provider.Grant({ accountId: 'person', clientId: setup.clientId })
  grant.addOIDCScope('openid offline_access')
  const grantId = await grant.save()
  const token = new provider.RefreshToken({
    client,
    accountId: 'person',
    grantId,
    scope: 'openid offline_access',
    gty: 'authorization_code',
    authTime: Math.floor(Date.now() / 1000),
  } as never)
  tokens.push(await token.save())
}

const server = createServer(provider.callback())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0, tokens })}\n`,
  )
})
