import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { copyProgram } from './suite.ts'

export interface ToolCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface AgentRun {
  readonly folder: string
  readonly modules: string
  readonly python: string
  readonly address: string
  readonly calls: readonly ToolCall[]
  /**
   * Signs the administrator in.
   * @returns the address with the code
   */
  authorize(url: string): Promise<URL>
}

/** Configured with the address of the server only. */
export interface AgentClient {
  readonly name: string
  /** Setting that a write needs in addition to the address. */
  readonly forWrites?: string
  /** @returns the result of each call as text, after the number of tools */
  run(run: AgentRun): Promise<readonly string[]>
}

const deadlineMs = 60_000

/** A home folder of its own has no stored credentials. */
const start = (
  args: readonly string[],
  { folder }: AgentRun,
  { program = process.execPath, browser = 'true' } = {},
): ChildProcessWithoutNullStreams =>
  spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      BROWSER: browser,
      MCP_AUTO_OPEN_ENABLED: 'true',
      MCP_USE_ANONYMIZED_TELEMETRY: 'false',
    },
    timeout: deadlineMs,
  })

const authorization = /https?:\/\/\S+\/auth\?\S+/

const callsText = ({ calls }: AgentRun): string =>
  JSON.stringify(calls.map(({ name, input }) => [name, input]))

/** The program gets the code when it prints the address of a sign-in. */
async function linesOf(
  program: ChildProcessWithoutNullStreams,
  onLine: (line: string) => Promise<void> | void,
): Promise<string> {
  let text = ''
  const follow = async (stream: NodeJS.ReadableStream) => {
    for await (const line of createInterface({ input: stream })) {
      text += `${line}\n`
      await onLine(line)
    }
  }
  const ended = new Promise<number | null>((resolve) => program.on('close', resolve))
  await Promise.all([follow(program.stdout), follow(program.stderr)])
  if ((await ended) !== 0) throw new Error(`The client failed:\n${text}`)
  return text
}

/** Some clients listen after they open the browser. */
async function deliver(run: AgentRun, url: string): Promise<void> {
  const address = await run.authorize(url)
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(address).catch(() => null)
    if (answer) return void (await answer.text())
    await wait(100)
  }
  throw new Error(`The client does not listen at ${address.origin}.`)
}

/** The program prints the address of the sign-in and reads the address with the code. */
const onNode = (name: string): AgentClient => ({
  name,
  async run(run) {
    const file = 'agent_frameworks.mjs'
    await copyProgram(file, join(run.folder, file))
    const program = start([file, run.address, name, callsText(run)], run)
    const results: string[] = []
    await linesOf(program, async (line) => {
      const url = authorization.exec(line)?.[0]
      if (url) program.stdin.end(`${await run.authorize(url)}\n`)
      if (line.startsWith('result ')) results.push(line.slice('result '.length))
    })
    return results
  },
})

/** The client opens the browser and listens for the code. */
const onPython = (name: string, forWrites?: string): AgentClient => ({
  name,
  ...(forWrites ? { forWrites } : {}),
  async run(run) {
    const file = 'agent_python.py'
    await copyProgram(file, join(run.folder, file))
    const browser = { program: run.python, browser: 'echo %s' }
    const program = start([file, run.address, name, callsText(run)], run, browser)
    const seen = new Set<string>()
    const results: string[] = []
    await linesOf(program, (line) => {
      const url = authorization.exec(line)?.[0]
      const state = url && new URL(url).searchParams.get('state')
      // A framework may log the address in addition.
      if (url && state && !seen.has(state)) {
        seen.add(state)
        void deliver(run, url)
      }
      if (line.startsWith('result ')) results.push(line.slice('result '.length))
    })
    return results
  },
})

const inspector: AgentClient = {
  name: 'Inspector CLI',
  async run(run) {
    const program = join(run.modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
    const call = async (args: readonly string[]) => {
      const all = [program, '--cli', run.address, '--transport', 'http', '--format', 'json', ...args]
      return linesOf(start(all, run), (line) => {
        const url = authorization.exec(line)?.[0]
        if (url) void deliver(run, url)
      })
    }
    const results = [await call(['--method', 'tools/list'])]
    for (const { name, input } of run.calls)
      results.push(
        await call([
          '--method',
          'tools/call',
          '--tool-name',
          name,
          '--tool-args-json',
          JSON.stringify(input),
        ]),
      )
    return results
  },
}

const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'stdio client', version: '1.0.0' },
  },
}

const mcpRemote: AgentClient = {
  name: 'mcp-remote',
  async run(run) {
    const program = start([join(run.modules, 'mcp-remote/dist/proxy.js'), run.address], run)
    const send = (message: object) =>
      program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const requests = [
      initialize,
      { method: 'tools/list', params: {} },
      ...run.calls.map(({ name, input }) => ({ method: 'tools/call', params: { name, arguments: input } })),
    ]
    const results: string[] = []
    const next = () => {
      const request = requests[results.length]
      if (request) send({ id: results.length, ...request })
      else program.kill()
    }
    next()
    await linesOf(program, (line) => {
      const url = authorization.exec(line)?.[0]
      if (url) void deliver(run, url)
      if (!line.startsWith('{"')) return
      const { id } = JSON.parse(line) as { readonly id?: number }
      if (id === undefined) return
      results.push(line)
      if (id === 0) send({ method: 'notifications/initialized' })
      next()
    }).catch((error) => {
      if (results.length < requests.length) throw error
    })
    return results.slice(1)
  },
}

export const agentPackages = [
  '@modelcontextprotocol/sdk@1.32.2',
  '@modelcontextprotocol/client@2.4.0',
  '@modelcontextprotocol/inspector@2.12.0',
  'mcp-remote@0.15.1',
  '@ai-sdk/mcp@2.0.99',
  '@openai/agents@0.20.0',
  '@langchain/mcp-adapters@1.1.4',
  'express@5.2.1',
  'jose@6.2.12',
  'zod@4.6.7',
]

export const agentPythonPackages = ['fastmcp==3.4.11', 'mcp-use==1.7.1']

export const agentClients: readonly AgentClient[] = [
  onNode('SDK 1.x'),
  onNode('SDK 2.x'),
  inspector,
  mcpRemote,
  onNode('AI SDK'),
  onNode('OpenAI Agents'),
  onNode('LangChain'),
  onPython('FastMCP'),
  onPython('mcp-use', 'scope'),
]
