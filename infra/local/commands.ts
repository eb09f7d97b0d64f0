import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'
import { root } from './repository.ts'

interface FinishedProgram {
  readonly code: number
  readonly output: string
}

export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<FinishedProgram> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Turborepo caches unchanged ones. */
export async function buildAll(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const { code, output } = await run('turbo', ['run', 'build', '--output-logs=errors-only'], env, signal)
  signal.throwIfAborted()
  if (code !== 0) throw new Refusal(`${output.trim()}\nThe build failed: see the lines above.`)
}

export async function databaseCommand(
  name: 'setup' | 'migrate',
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const file = join(root, `packages/db/src/cli/${name}.ts`)
  const { code, output } = await run(process.execPath, [file], env, signal)
  signal.throwIfAborted()
  // The last line is the reason, for example a database of a newer version or a lease of another migrator.
  if (code !== 0) throw new Refusal(output.trim().split('\n').at(-1) || `db:${name} failed without output.`)
  return output
}
