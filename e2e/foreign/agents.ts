import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FormBrowser, isPage } from '@signet/testkit'
import { type AgentClient, agentClients, agentPackages, type ToolCall } from './agent-clients.ts'
import { installNpm } from './install.ts'
import { administrator, type Instance } from './instance.ts'
import { runProgram, type Suite, type SuiteContext } from './suite.ts'

/** Signs the administrator in and consents. @returns the redirect address with the code */
async function authorize({ baseUrl }: Instance, url: string): Promise<URL> {
  const redirectUri = new URL(url).searchParams.get('redirect_uri') ?? ''
  const browser = new FormBrowser({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) }, redirectUri)
  const signIn = await browser.open(url)
  if (!isPage(signIn)) throw new Error(`The authorization request was refused: ${signIn.arrivedAt}`)
  const { email: login, password } = administrator
  const consent = await browser.submit(signIn, '/login', { login, password })
  const arrived = isPage(consent) ? await browser.submit(consent, '/consent') : consent
  if (isPage(arrived)) throw new Error(`The page did not lead to the client:\n${arrived.html}`)
  return arrived.arrivedAt
}

interface Expected extends ToolCall {
  readonly column: string
  readonly answer: RegExp
}

/** Calls of each client: a read, a write that is made immediately, and a write that waits for an administrator. */
const expected = (projectId: unknown, client: string): readonly Expected[] => [
  { column: 'read', name: 'whoami', input: {}, answer: /ada@acme\.example/ },
  { column: 'write', name: 'project_create', input: { name: `Of ${client}` }, answer: /prj_/ },
  {
    column: 'approval',
    name: 'project_user_create',
    input: { projectId, email: `${client.toLowerCase().replaceAll(/\W+/g, '-')}@customer.example` },
    answer: /admin\/approvals\/apv_/,
  },
]

async function check(client: AgentClient, context: SuiteContext, modules: string): Promise<string> {
  const { instance, folder: root } = context
  const folder = join(root, client.name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder)
  await runProgram('ln', ['-s', modules, 'node_modules'], { folder })
  const { id } = await instance.post('/projects', { name: `For ${client.name}` })
  const calls = expected(id, client.name)
  const address = `${instance.baseUrl}/mcp`
  const run = { folder, modules, address, calls, authorize: (url: string) => authorize(instance, url) }
  const [tools = '', ...results] = await client.run(run)
  if (!/tools/.test(tools)) throw new Error(`${client.name} listed no tools: ${tools.slice(0, 2_000)}`)
  for (const [at, { column, answer }] of calls.entries())
    if (!answer.test(results[at] ?? ''))
      throw new Error(`${client.name}, ${column}: ${String(results[at]).slice(0, 2_000)}`)
  return `${client.name}: address only, ${calls.map(({ column }) => column).join(', ')}`
}

/** Connects the packages of the MCP ecosystem with the address of the agent endpoint only. */
export const agents: Suite = {
  name: 'agents',
  toolchain: ['npm'],
  async run(context) {
    const modules = join(await installNpm(context.tools, 'agents', agentPackages), '..')
    const lines: string[] = []
    for (const client of agentClients) lines.push(await check(client, context, modules))
    return lines.join('; ')
  },
}
