export interface ProtectedMcpServer {
  readonly identifier: string
  readonly scopes: readonly string[]
  readonly issuer: string
}

/** RFC 9728 3.1: the well-known name is inserted before the path of the resource. */
export function mcpMetadataAddress(identifier: string): string {
  const url = URL.parse(identifier)
  const path = url?.pathname === '/' ? '' : (url?.pathname ?? '')
  return `${url?.origin ?? ''}/.well-known/oauth-protected-resource${path}`
}

/** RFC 9728 section 2. */
export const mcpMetadata = ({ identifier, scopes, issuer }: ProtectedMcpServer) => ({
  resource: identifier,
  authorization_servers: [issuer],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
})

/** Express and the official SDK, with every value of the project. */
export const mcpServerCode = (server: ProtectedMcpServer): string => {
  const { pathname } = new URL(mcpMetadataAddress(server.identifier))
  const { pathname: endpoint } = new URL(server.identifier)
  return `// npm install express jose @modelcontextprotocol/sdk zod
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import express from 'express'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const metadata = ${JSON.stringify(mcpMetadata(server), null, 2)}
const keys = createRemoteJWKSet(new URL('${server.issuer}/jwks'))
const challenge = 'Bearer resource_metadata="${mcpMetadataAddress(server.identifier)}"'

const app = express()
app.get('${pathname}', (request, response) => response.json(metadata))
app.post('${endpoint}', express.json(), async (request, response) => {
  const [, token = ''] = /^Bearer (\\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const options = { issuer: '${server.issuer}', audience: metadata.resource }
  const verified = await jwtVerify(token, keys, options).catch(() => null)
  if (!verified) return response.status(401).set('WWW-Authenticate', challenge).end()

  const mcp = new McpServer({ name: 'my-server', version: '1.0.0' })
  mcp.registerTool('whoami', { description: 'Returns the signed-in user.' }, () => ({
    content: [{ type: 'text', text: String(verified.payload.sub) }],
  }))
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await mcp.connect(transport)
  await transport.handleRequest(request, response, request.body)
})
// A server without sessions offers no stream of events and has nothing to delete.
app.all('${endpoint}', (_request, response) => response.status(405).set('Allow', 'POST').end())
app.listen(process.env.PORT ?? 3000)
`
}
