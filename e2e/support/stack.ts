import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Stack {
  readonly baseUrl: string
  /** Port without TLS on this machine. */
  readonly port: number
  readonly setupUrl: string
  readonly folder: string
  stop(): Promise<void>
}

const root = new URL('../..', import.meta.url).pathname

/** Runs `npm start` with an empty data folder, by default on a free port. */
export async function startStack(environment: NodeJS.ProcessEnv = {}): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-e2e-'))
  const { PORT: port = await freePort(), SIGNET_BASE_URL: baseUrl = `http://localhost:${port}` } = environment
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'infra/local/start.ts')],
    {
      cwd: root,
      env: {
        ...process.env,
        ...environment,
        PORT: String(port),
        SIGNET_DATA_DIR: folder,
        DATABASE_URL: '',
        NATS_URL: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const printed = await untilReady(child)
  const setupUrl = /Set up\s+(\S+)/.exec(printed)?.[1] ?? ''
  return {
    baseUrl,
    port: Number(port),
    setupUrl,
    folder,
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const untilReady = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Ctrl-C stops everything.')) resolve(printed)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)))
  })

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
