import { createInterface } from 'node:readline'

/**
 * Connects with the address of an MCP server only, as an application on an SDK or an agent framework does, and calls tools. Prints the
 * address of the sign-in, reads the address with the code, and prints one line for each result.
 */
const [address, framework, calls] = process.argv.slice(2)
const redirectUrl = 'http://localhost:53683/callback'
const kept = {}

const authProvider = {
  redirectUrl,
  clientMetadata: {
    client_name: framework,
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
  // The AI SDK compares the state of the answer, and the issuer of the client.
  state: () => crypto.randomUUID(),
  saveState: (state) => Object.assign(kept, { state }),
  storedState: () => kept.state,
  redirectToAuthorization: (url) => console.log(`authorize ${url}`),
}

/** The packages are installed next to the program, and are no dependencies of the repository. */
const load = (name) => import(name)

async function connectSdk({ Client, StreamableHTTPClientTransport }, codeOf) {
  const client = new Client({ name: 'foreign', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider })
  kept.finish = (arrived) => transport.finishAuth(codeOf(arrived.searchParams))
  await client.connect(transport)
  const { tools } = await client.listTools()
  return {
    tools,
    call: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  }
}

/** Each framework returns its list of tools and a function that calls one. */
const frameworks = {
  async 'SDK 1.x'() {
    const modules = ['client/index.js', 'client/streamableHttp.js']
    const loaded = await Promise.all(modules.map((path) => load(`@modelcontextprotocol/sdk/${path}`)))
    return connectSdk(Object.assign({}, ...loaded), (answer) => answer.get('code'))
  },
  async 'SDK 2.x'() {
    return connectSdk(await load('@modelcontextprotocol/client'), (answer) => answer)
  },
  async 'AI SDK'() {
    const { createMCPClient } = await load('@ai-sdk/mcp')
    const client = await createMCPClient({ transport: { type: 'http', url: address, authProvider } })
    const tools = await client.tools()
    return {
      tools: Object.keys(tools),
      call: (name, input) => tools[name].execute(input, { toolCallId: name, messages: [] }),
      close: () => client.close(),
    }
  },
  async 'OpenAI Agents'() {
    const { MCPServerStreamableHttp } = await load('@openai/agents')
    const server = new MCPServerStreamableHttp({ url: address, authProvider })
    await server.connect()
    return {
      tools: await server.listTools(),
      call: (name, input) => server.callTool(name, input),
      close: () => server.close(),
    }
  },
  async LangChain() {
    const { MultiServerMCPClient } = await load('@langchain/mcp-adapters')
    const client = new MultiServerMCPClient({
      mcpServers: { server: { transport: 'http', url: address, authProvider, automaticSSEFallback: false } },
    })
    const tools = await client.getTools()
    return {
      tools,
      call: (name, input) => tools.find((tool) => tool.name === name).invoke(input),
      close: () => client.close(),
    }
  },
}

/** The documents of the framework name this function. */
async function finish(arrived) {
  if (kept.finish) return kept.finish(arrived)
  const authorizationCode = arrived.searchParams.get('code')
  const { auth } = await load(
    framework === 'AI SDK' ? '@ai-sdk/mcp' : '@modelcontextprotocol/sdk/client/auth.js',
  )
  await auth(authProvider, {
    serverUrl: address,
    authorizationCode,
    callbackState: arrived.searchParams.get('state'),
    callbackIssuer: arrived.searchParams.get('iss'),
  })
}

const open = frameworks[framework]
try {
  await open()
} catch (error) {
  // The frameworks wrap the error of the SDK, so the address of the sign-in is the sign that it was reached.
  if (!kept.verifier) throw error
}
const answer = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()
await finish(new URL(answer.value))
const { tools, call, close } = await open()
console.log(`result ${JSON.stringify({ tools: tools.length })}`)
for (const [name, input] of JSON.parse(calls))
  console.log(
    `result ${JSON.stringify(await call(name, input).catch((error) => ({ error: String(error) })))}`,
  )
await close()
process.exit(0)
