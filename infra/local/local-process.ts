import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Part } from './part.ts'
import { Refusal } from './refusal.ts'
import { root } from './repository.ts'

export interface LocalProcess {
  readonly name: string
  readonly port: number
  /** Undefined when the program did not start. */
  readonly pid: number | undefined
  /** Resolves when /ready responds with 200; rejects when the process ends before, takes too long, or is aborted. */
  ready(signal: AbortSignal): Promise<void>
  readonly exited: Promise<string>
  stop(): Promise<void>
}

export interface LocalProgram {
  readonly name: string
  readonly file: string
  readonly nodeFlags?: readonly string[]
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  /** Contains `<name>.log`, which is truncated at the start. */
  readonly logFolder: string
}

const readyWithinMs = 30_000
const stopWithinMs = 28_000
const followParent = fileURLToPath(new URL('follow-parent.mjs', import.meta.url))

export function startProcess(program: LocalProgram): LocalProcess {
  const { name, file, port, env, logFolder } = program
  mkdirSync(logFolder, { recursive: true })
  const logFile = join(logFolder, `${name}.log`)
  const log = createWriteStream(logFile)
  // Detached, so that Ctrl-C in the terminal does not reach it, and parts are stopped in order.
  const child = spawn(process.execPath, [...(program.nodeFlags ?? []), '--import', followParent, file], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const exited = endOf(child).then((how) => {
    log.end()
    return `${name} ${how}${lastLines(logFile)}`
  })
  return {
    name,
    port,
    pid: child.pid,
    exited,
    ready: (signal) => Promise.race([untilReady(name, port, signal), exited.then(fail)]),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
      await exited
      clearTimeout(force)
    },
  }
}

export function rebuildConsole(logFolder: string): Part {
  const log = createWriteStream(join(logFolder, 'logs', 'console-build.log'))
  const folder = join(root, 'apps/console')
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--watch', '--logLevel', 'warn'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const exited = endOf(child).then((how) => `The build of the console ${how}.`)
  return { kind: 'service', name: 'console build', stop: () => void child.kill('SIGTERM'), exited }
}

const fail = (sentence: string): never => {
  throw new Refusal(sentence)
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`did not start: ${error.message}`))
    child.once('close', (code, signal) =>
      resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`),
    )
  })
}

async function untilReady(name: string, port: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    signal.throwIfAborted()
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(20)
  }
  fail(`${name} was not ready after ${readyWithinMs / 1000} s.`)
}

/** The last line has the reason when a service ends. */
function lastLines(logFile: string): string {
  const line = readFileSync(logFile, 'utf8').trim().split('\n').at(-1)
  return line ? `: ${line} (the rest is in ${logFile})` : '.'
}
