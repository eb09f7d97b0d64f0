import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mcpServerCode } from '@signet/contracts'
import type { Instance } from './instance.ts'
import { runProgram } from './suite.ts'

interface Place {
  readonly folder: string
  readonly modules: string
}

export interface RunningMcpServer {
  readonly address: string
  readonly user: { readonly email: string; readonly password: string }
  stop(): void
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * The Streamable HTTP transport requires 405 for a refused stream of events. A client such as the MCP Inspector ends its session at
 * another error status, and this races with its list of tools.
 */
async function refusesStreams(address: string): Promise<void> {
  for (const method of ['GET', 'DELETE']) {
    const { status } = await fetch(address, { method })
    if (status !== 405) throw new Error(`The MCP server answered ${method} with ${status}.`)
  }
}

/** The console shows this server in its guide; a project of its own protects it. */
export async function startMcpServer(
  { post, get }: Instance,
  { folder, modules }: Place,
): Promise<RunningMcpServer> {
  const port = await freePort()
  const address = `http://localhost:${port}/mcp`
  const { id } = await post('/projects', { name: 'Notes', slug: 'notes' })
  const { issuer } = await get(`/projects/${id}`)
  const scopes = ['notes:read']
  await post(`/projects/${id}/resources`, { identifier: address, name: 'Notes', scopes, mcpServer: true })
  const user = { email: 'grace@notes.example', password: 'another horse and battery' }
  await post(`/projects/${id}/users`, user)
  await runProgram('ln', ['-s', modules, 'node_modules'], { folder })
  await writeFile(
    join(folder, 'server.mjs'),
    mcpServerCode({ identifier: address, scopes, issuer: String(issuer) }),
  )
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: 'inherit',
  })
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(address, { method: 'POST' }).catch(() => null)
    if (answer?.status === 401) {
      await refusesStreams(address)
      return { address, user, stop: () => void server.kill() }
    }
    await wait(100)
  }
  server.kill()
  throw new Error('The MCP server did not start.')
}
