import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Shot } from './load.ts'
import type { Installation } from './prepare.ts'

export function callOf(token: string, host: string, tool: string, args: object): Shot {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      host,
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args, _meta: meta },
    }),
  }
}

/** @returns a function that obtains a token (RFC 7523) */
export async function permitMachine(stack: Installation, cookie: string): Promise<() => Promise<string>> {
  await stack.sql.query(
    `INSERT INTO settings (key, value) VALUES ('mcp.enabled', 'true') ON CONFLICT (key) DO UPDATE SET value = 'true'`,
  )
  await stack.sql.query('UPDATE instance SET version = version + 1')
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' }]
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${stack.baseUrl}${path}`, { method: 'POST', ...init })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const {
    rows: [administrator],
  } = await stack.sql.query(`SELECT id FROM accounts WHERE email = 'admin@example.com'`)
  const clientId = 'bench-machine'
  await send('/admin/api/mcp/clients', {
    headers: { 'content-type': 'application/json', origin: stack.baseUrl, cookie },
    // Changes need an approval by default.
    body: JSON.stringify({
      clientId,
      name: 'Bench',
      actsFor: administrator.id,
      jwks: { keys },
      approval: 'self',
    }),
  })
  return async () => {
    const assertion = await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(stack.baseUrl)
      .setIssuedAt()
      .setExpirationTime('1 min')
      .sign(privateKey)
    const { access_token: token = '' } = await send('/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        resource: `${stack.baseUrl}/mcp`,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }),
    })
    return token
  }
}
