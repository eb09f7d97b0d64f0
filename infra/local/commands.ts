import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'
import { root } from './repository.ts'

interface Finished {
  readonly code: number
  /** stdout and stderr as they came. */
  readonly output: string
}

/** Runs a program to its end, keeping what it prints for the case that it fails. */
export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Finished> {
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

/** Builds services and console; what has not changed comes from Turborepo's cache. */
export async function buildAll(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const { code, output } = await run('turbo', ['run', 'build', '--output-logs=errors-only'], env, signal)
  signal.throwIfAborted()
  if (code !== 0) throw new Refusal(`${output.trim()}\nThe build failed: the lines above say where.`)
}

/**
 * Runs `db:setup` or `db:migrate` as an operator would.
 * @returns what it printed
 */
export async function databaseCommand(
  name: 'setup' | 'migrate',
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const file = join(root, `packages/db/src/cli/${name}.ts`)
  const { code, output } = await run(process.execPath, [file], env, signal)
  signal.throwIfAborted()
  // Its last line is its sentence: a database of a newer version, a lease held by another migrator…
  if (code !== 0) throw new Refusal(output.trim().split('\n').at(-1) || `db:${name} failed without a word.`)
  return output
}
