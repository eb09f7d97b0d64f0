import { createInterface } from 'node:readline'

/**
 * Connects with the address of an MCP server only, as a client of the official SDK does, and calls tools. Prints the
 * address of the sign-in, reads the address with the code, and prints one line for each result.
 */
const [address, name, calls] = process.argv.slice(2)
const redirectUrl = 'http://localhost:53682/callback'
const kept = {}

const authProvider = {
  redirectUrl,
  clientMetadata: {
    client_name: name,
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => Object.assign(kept, { client }),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => Object.assign(kept, { tokens }),
  saveCodeVerifier: (verifier) => Object.assign(kept, { verifier }),
  codeVerifier: () => kept.verifier,
  redirectToAuthorization: (url) => console.log(`authorize ${url}`),
}

/** The packages are installed next to the program, and are no dependencies of the repository. */
const load = (name) => import(name)

const isSecond = name === 'SDK 2.x'

async function sdk() {
  if (isSecond) return load('@modelcontextprotocol/client')
  const modules = ['client/index.js', 'client/streamableHttp.js', 'client/auth.js']
  const loaded = await Promise.all(modules.map((path) => load(`@modelcontextprotocol/sdk/${path}`)))
  return Object.assign({}, ...loaded)
}

const { Client, StreamableHTTPClientTransport, UnauthorizedError } = await sdk()

const begin = () => {
  const client = new Client({ name: 'foreign', version: '1.0.0' })
  return { client, transport: new StreamableHTTPClientTransport(new URL(address), { authProvider }) }
}

const first = begin()
try {
  await first.client.connect(first.transport)
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error
}
const answer = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()
const arrived = new URL(answer.value)
await first.transport.finishAuth(isSecond ? arrived.searchParams : arrived.searchParams.get('code'))
const { client, transport } = begin()
await client.connect(transport)
const { tools } = await client.listTools()
console.log(`result ${JSON.stringify({ tools: tools.length })}`)
for (const [tool, input] of JSON.parse(calls)) {
  const result = await client.callTool({ name: tool, arguments: input })
  console.log(`result ${JSON.stringify(result)}`)
}
await client.close()
