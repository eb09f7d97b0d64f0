import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { databaseCommand } from '@signet/testkit'

export interface CommandResult {
  code: number | null
  signal: NodeJS.Signals | null
  output: string
}

export const environment = {
  SIGNET_BASE_URL: 'http://localhost:8080',
  SIGNET_SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64url')}`,
}

interface RunOptions {
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly killAfterMs?: number
}

export const runFile = (file: string, options: RunOptions = {}): Promise<CommandResult> =>
  runNode([fileURLToPath(new URL(`../../${file}`, import.meta.url))], options)

export const runCommand = (name: 'setup' | 'migrate', options: RunOptions): Promise<CommandResult> =>
  runNode(databaseCommand(name), options)

function runNode(
  program: readonly string[],
  { args = [], env = {}, killAfterMs }: RunOptions,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [...program, ...args], {
    env: { ...process.env, ...environment, ...env },
    ...(killAfterMs !== undefined && { timeout: killAfterMs, killSignal: 'SIGKILL' as const }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
}
