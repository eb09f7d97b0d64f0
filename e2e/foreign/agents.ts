import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FormBrowser, isPage } from '@signet/testkit'
import {
  type AgentClient,
  agentClients,
  agentPackages,
  agentPythonPackages,
  type ToolCall,
} from './agent-clients.ts'
import { installNpm, installPython } from './install.ts'
import { administrator, type Instance } from './instance.ts'
import { startMcpServer } from './mcp-server.ts'
import { runProgram, type Suite, type SuiteContext } from './suite.ts'

interface User {
  readonly email: string
  readonly password: string
}

/** @returns the redirect address with the code */
async function authorize({ baseUrl }: Instance, url: string, user: User): Promise<URL> {
  const redirectUri = new URL(url).searchParams.get('redirect_uri') ?? ''
  const browser = new FormBrowser({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) }, redirectUri)
  const signIn = await browser.open(url)
  if (!isPage(signIn)) throw new Error(`The authorization request was refused: ${signIn.arrivedAt}`)
  const { email: login, password } = user
  const consent = await browser.submit(signIn, '/login', { login, password })
  const arrived = isPage(consent) ? await browser.submit(consent, '/consent') : consent
  if (isPage(arrived)) throw new Error(`The page did not lead to the client:\n${arrived.html}`)
  return arrived.arrivedAt
}

interface Expected extends ToolCall {
  readonly column: string
  readonly answer: RegExp
}

interface Target {
  readonly name: string
  readonly address: string
  readonly user: User
  callsOf(client: string): Promise<readonly Expected[]>
}

/** A read, a write that is made immediately, and a write that waits for an administrator. */
const agentEndpoint = ({ baseUrl, post }: Instance): Target => ({
  name: 'agent endpoint',
  address: `${baseUrl}/mcp`,
  user: administrator,
  async callsOf(client) {
    const { id: projectId } = await post('/projects', { name: `For ${client}` })
    const email = `${client.toLowerCase().replaceAll(/\W+/g, '-')}@customer.example`
    return [
      { column: 'read', name: 'whoami', input: {}, answer: /ada@acme\.example/ },
      { column: 'write', name: 'project_create', input: { name: `Of ${client}` }, answer: /prj_/ },
      {
        column: 'approval',
        name: 'project_user_create',
        input: { projectId, email },
        answer: /admin\/approvals\/apv_/,
      },
    ]
  },
})

interface Packages {
  readonly modules: string
  readonly python: string
}

async function check(client: AgentClient, target: Target, context: SuiteContext, packages: Packages) {
  const { modules } = packages
  const folder = join(context.folder, `${target.name} ${client.name}`.replaceAll(/\W+/g, '-'))
  mkdirSync(folder)
  await runProgram('ln', ['-s', modules, 'node_modules'], { folder })
  const calls = await target.callsOf(client.name)
  const { address, user } = target
  const run = {
    folder,
    ...packages,
    address,
    calls,
    authorize: (url: string) => authorize(context.instance, url, user),
  }
  const [tools = '', ...results] = await client.run(run)
  if (!/tools/.test(tools)) throw new Error(`${client.name} listed no tools: ${tools.slice(0, 2_000)}`)
  for (const [at, { column, answer }] of calls.entries())
    if (!answer.test(results[at] ?? ''))
      throw new Error(`${client.name}, ${column}: ${String(results[at]).slice(0, 2_000)}`)
  const named = calls.map(({ column }) =>
    column === 'write' && client.forWrites ? `${column} with ${client.forWrites}` : column,
  )
  return `${client.name}: address only, ${named.join(', ')}`
}

/** Connects the packages of the MCP ecosystem with only the address of a server: the agent endpoint, and that of a tenant. */
export const agents: Suite = {
  name: 'agents',
  toolchain: ['npm', 'python3'],
  async run(context) {
    const { instance, tools, folder } = context
    const python = join(await installPython(tools, agentPythonPackages), 'python')
    const modules = join(await installNpm(tools, 'agents', agentPackages), '..')
    const server = await startMcpServer(instance, { folder, modules })
    try {
      const lines: string[] = []
      const ofTenant: Target = {
        ...server,
        name: 'server of a tenant',
        callsOf: async () => [{ column: 'read', name: 'whoami', input: {}, answer: /usr_/ }],
      }
      for (const target of [agentEndpoint(instance), ofTenant])
        for (const client of agentClients)
          lines.push(`${target.name}, ${await check(client, target, context, { modules, python })}`)
      return lines.join('; ')
    } finally {
      server.stop()
    }
  },
}
