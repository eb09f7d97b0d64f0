interface ConnectionGuide {
  readonly name: string
  readonly kind: 'command' | 'cursor' | 'inspector' | 'stdio' | 'sdk'
  readonly code: string
}

const json = (value: object): string => JSON.stringify(value, null, 2)

/** Returns the shortest configuration of each well-known client, with only the endpoint's address. */
export const connectionGuides = (address: string): readonly ConnectionGuide[] => [
  {
    name: 'Claude Code',
    kind: 'command',
    code: `claude mcp add --transport http signet ${address}`,
  },
  {
    name: 'VS Code',
    kind: 'command',
    code: `code --add-mcp '${JSON.stringify({ name: 'signet', type: 'http', url: address })}'`,
  },
  { name: 'Cursor', kind: 'cursor', code: json({ mcpServers: { signet: { url: address } } }) },
  {
    name: 'Codex',
    kind: 'command',
    code: `codex mcp add signet --url ${address}\ncodex mcp login signet`,
  },
  { name: 'Inspector', kind: 'inspector', code: 'npx @modelcontextprotocol/inspector' },
  {
    name: 'mcp-remote',
    kind: 'stdio',
    code: json({ mcpServers: { signet: { command: 'npx', args: ['mcp-remote', address] } } }),
  },
  {
    name: 'SDK',
    kind: 'sdk',
    code: `import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const transport = new StreamableHTTPClientTransport(new URL('${address}'), { authProvider })
const client = new Client({ name: 'my-agent', version: '1.0.0' })
await client.connect(transport)`,
  },
]
