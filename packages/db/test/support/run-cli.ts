import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface CommandResult {
  code: number | null
  signal: NodeJS.Signals | null
  output: string
}

export const environment = {
  SIGNET_BASE_URL: 'http://localhost:8080',
  SIGNET_SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64url')}`,
}

/** Runs a file of this package, given by its relative path, in a separate process. */
export function runFile(
  file: string,
  {
    args = [],
    env = {},
    killAfterMs,
  }: { args?: string[]; env?: NodeJS.ProcessEnv; killAfterMs?: number } = {},
): Promise<CommandResult> {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
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
