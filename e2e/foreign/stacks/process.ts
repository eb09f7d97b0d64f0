import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

interface Program {
  readonly command: string
  readonly environment: NodeJS.ProcessEnv
  readonly folder: string
}

export interface RunningProgram {
  output(): string
  /** @throws Error with the output when the program fails */
  finished(): Promise<string>
  hasEnded(): boolean
  stop(): Promise<void>
}

/** A process group of its own: the children are stopped with the command. */
export function startProgram({ command, environment, folder }: Program): RunningProgram {
  const child = spawn('sh', ['-c', command], { cwd: folder, env: environment, detached: true })
  const log = createWriteStream(join(folder, 'output.log'))
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  let printed = ''
  const read = (chunk: Buffer) => {
    printed += chunk.toString()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const output = () => printed
  return {
    output,
    hasEnded: () => child.exitCode !== null,
    async finished() {
      const status = await exited
      if (status !== 0) throw new Error(`${command} ended with ${status}:\n${output().slice(-3000)}`)
      return output()
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        signal(child, 'SIGTERM')
        const ended = await Promise.race([exited.then(() => true), wait(5000, false, { ref: false })])
        if (!ended) signal(child, 'SIGKILL')
      }
      log.end()
    },
  }
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // The group has ended.
  }
}

/**
 * Any status is an answer.
 * @throws Error when the program ends first or after two minutes
 */
export async function untilAnswered(origin: string, program: RunningProgram): Promise<void> {
  const latest = Date.now() + 120_000
  while (Date.now() < latest && !program.hasEnded()) {
    const answer = await fetch(origin, { redirect: 'manual' }).catch(() => null)
    if (answer) return
    await wait(200)
  }
  throw new Error(`There is no answer at ${origin}.\n${program.output().slice(-3000)}`)
}

export async function untilPrinted(pattern: RegExp, program: RunningProgram): Promise<RegExpExecArray> {
  const latest = Date.now() + 60_000
  while (Date.now() < latest) {
    const match = pattern.exec(program.output())
    if (match) return match
    if (program.hasEnded()) break
    await wait(200)
  }
  throw new Error(`The output has no ${pattern}:\n${program.output().slice(-3000)}`)
}
