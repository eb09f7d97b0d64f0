import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

interface ServerProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  /** Answers 200 when the server accepts requests. */
  readonly probe: string
  readonly folder: string
}

/**
 * Writes the output to `server.log`.
 * @throws Error when the server is not ready within ten minutes
 */
export async function startServer({ command, args, environment, probe, folder }: ServerProgram) {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment } })
  const log = createWriteStream(join(folder, 'server.log'))
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  const stop = () => stopChild(child)
  const latest = Date.now() + 600_000
  while (child.exitCode === null && Date.now() < latest) {
    const answer = await fetch(probe).catch(() => null)
    if (answer?.ok) return { stop }
    await wait(200)
  }
  await stop()
  throw new Error(`${command} did not answer at ${probe}. Its output is in ${folder}/server.log.`)
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const ended = await Promise.race([exited.then(() => true), wait(10_000, false, { ref: false })])
  if (!ended) child.kill('SIGKILL')
}
