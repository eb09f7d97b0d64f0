import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { AdminApi } from './admin-api.ts'

interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface Machine {
  readonly entryId: string
  call(
    method: string,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>
}

interface Tokens {
  readonly access_token: string
}

export async function permitMachine(
  api: AdminApi,
  baseUrl: string,
  entry: Readonly<Record<string, unknown>>,
): Promise<Machine> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { id: actsFor } = await api.get<{ id: string }>('/me')
  const clientId = `machine-${randomUUID().slice(0, 8)}`
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'm1', alg: 'ES256', use: 'sig' }] }
  const { id: entryId } = await api.post<{ id: string }>('/mcp/clients', {
    clientId,
    jwks,
    actsFor,
    ...entry,
  })
  const discovery = await fetch(`${baseUrl}/.well-known/openid-configuration`)
  const { token_endpoint: endpoint } = (await discovery.json()) as { readonly token_endpoint: string }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: clientId, sub: clientId, aud: baseUrl, jti: randomUUID(), iat: now, exp: now + 60 }
  const text = `${encode({ alg: 'ES256', kid: 'm1' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: `${baseUrl}/mcp`,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${text}.${signature.toString('base64url')}`,
    }),
  })
  if (!response.ok)
    throw new Error(`The token endpoint answered ${response.status}: ${await response.text()}`)
  const { access_token: token } = (await response.json()) as Tokens
  return {
    entryId,
    async call(method, path, body, headers = {}) {
      const reply = await fetch(`${baseUrl}/admin/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return {
        status: reply.status,
        body: reply.status === 204 ? {} : ((await reply.json()) as Reply['body']),
      }
    },
  }
}
