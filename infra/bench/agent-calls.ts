import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { median } from './compare.ts'
import { bearerGet, type Shot } from './load.ts'
import type { Prepared } from './prepare.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin } from './stack.ts'
import { measureTimed, type Timed } from './timed.ts'
import type { Pace } from './token-rates.ts'

/** A tool of the agent endpoint against the route it stands for, called directly with the same token, one at a time. */
export async function compareAgentCalls(
  stack: BenchStack,
  { cookie, projectId }: Prepared,
  { rounds, slice }: Pace,
): Promise<void> {
  heading(
    'A call of an agent',
    'the tool project_get at /mcp against GET /projects/:id with the same token, one at a time, in turns; gateway and administration API on one core',
  )
  pin(stack.pids['mcp-gateway'], 0)
  const token = await machineToken(stack, cookie)
  const { host } = new URL(stack.baseUrl)
  const route = bearerGet(`/admin/api/projects/${projectId}`, host, token)
  const direct = { port: stack.ports['admin-api'], shot: route }
  const tool = { port: stack.ports['mcp-gateway'], shot: callOf(token, host, { projectId }) }
  const figures = { direct: figuresOf(), tool: figuresOf() }
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, { port, shot }] of Object.entries({ direct, tool })) {
      const [timed] = await measureTimed([[{ port, client: { next: () => shot } }]], slice)
      // The first round warms up.
      if (timed && round > 0) note(figures[name as keyof typeof figures], timed)
    }
  line('median', ratio(figures, 'median'), 'aim under 1.50')
  line('99th percentile', ratio(figures, 'last'), 'aim under 1.50')
}

const figuresOf = () => ({ median: [] as number[], last: [] as number[] })

type Figures = ReturnType<typeof figuresOf>

function note(figures: Figures, { times, errors: [error] }: Timed): void {
  if (error) throw new Error(error)
  const sorted = times.toSorted((a, b) => a - b)
  figures.median.push(median(sorted))
  figures.last.push(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
}

function ratio({ direct, tool }: { direct: Figures; tool: Figures }, of: keyof Figures): string {
  const ratios = tool[of].map((time, round) => time / (direct[of][round] ?? Number.NaN))
  return `${median(ratios).toFixed(2)}  (${median(tool[of]).toFixed(1)} ms against ${median(direct[of]).toFixed(1)})`
}

/** As a client of the revision of 2026-07-28 calls a tool. */
function callOf(token: string, host: string, args: object): Shot {
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
      'mcp-name': 'project_get',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'project_get', arguments: args, _meta: meta },
    }),
  }
}

/** Permits a machine with a key, and has it get its token (RFC 7523). */
async function machineToken(stack: BenchStack, cookie: string): Promise<string> {
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
    body: JSON.stringify({ clientId, name: 'Bench', actsFor: administrator.id, jwks: { keys } }),
  })
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
