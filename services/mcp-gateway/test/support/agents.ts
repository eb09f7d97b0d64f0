import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { fetchOf } from './agent.ts'
import type { Instance } from './instance.ts'

interface TokenOptions {
  readonly audience?: string
  readonly accountId: string
  readonly clientId: string
}

/** Creates agents without a sign-in: an additional key of the instance signs their tokens. */
export async function createAgents(instance: Instance) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = randomUUID()
  await instance.query(
    `INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, promotable_at)
     VALUES ('instance', $1, 'EdDSA', 'published', $2, now())`,
    [kid, JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' })],
  )
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  function token({ audience = `${instance.baseUrl}/mcp`, accountId, clientId }: TokenOptions): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: instance.baseUrl,
      aud: audience,
      sub: accountId,
      client_id: clientId,
      gid: `gra_${clientId}`,
      scope: 'admin:read admin:write',
      jti: randomUUID(),
      iat: now,
      exp: now + 900,
    }
    const text = `${encode({ alg: 'EdDSA', kid, typ: 'at+jwt' })}.${encode(claims)}`
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
  }

  return {
    token,
    async make(count: number) {
      const made = await instance.query(
        `WITH people AS (
           INSERT INTO accounts (project_id, id, email, email_key, email_verified)
           SELECT i.administrators_project_id, 'usr_' || n, n || '@example.com', n || '@example.com', true
           FROM instance i, generate_series(1, $1::int) n RETURNING project_id, id, email
         ), permitted AS (
           INSERT INTO agent_clients (id, client_id, name, approval) SELECT 'agc_' || id, 'of_' || id, email, 'self' FROM people
         ), granted AS (
           INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload, expires_at)
           SELECT project_id, 'gra_of_' || id, id, 'of_' || id, '{}', now() + interval '1 hour' FROM people
         )
         SELECT id, email FROM people`,
        [count],
      )
      return made.map(({ id, email }) => {
        const [accountId, clientId] = [String(id), `of_${id}`]
        return { accountId, clientId, email: String(email), token: token({ accountId, clientId }) }
      })
    },
  }
}

type At = Pick<Instance, 'baseUrl' | 'gateway' | 'auth'>

/** Sends one message like a client of the 2025 revisions. */
async function send(
  instance: At,
  token: string,
  message: { readonly method: string; readonly params?: object },
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetchOf(instance)(`${instance.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })
  const { result } = (await answer.json()) as { result?: Record<string, unknown> }
  return { status: answer.status, result }
}

export const listTools = async (instance: At, token: string) =>
  (await send(instance, token, { method: 'tools/list' })).result as { tools: { name: string }[] }

interface CallOptions {
  readonly args?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export async function callTool(
  instance: At,
  token: string,
  name: string,
  { args = {}, headers }: CallOptions = {},
) {
  const { status, result } = await send(
    instance,
    token,
    { method: 'tools/call', params: { name, arguments: args } },
    headers,
  )
  const [{ text } = { text: '' }] = (result?.content ?? []) as { text: string }[]
  return { status, isError: result?.isError === true, text, content: result?.structuredContent }
}
