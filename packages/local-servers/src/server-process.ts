import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerProcess {
  readonly pid: number
  /** Resolves with a phrase (`exited with code 1`) when the program ends for any reason. */
  readonly exited: Promise<string>
  /** Waits up to 10 s, then kills. Harmless for an ended program. */
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly gently: NodeJS.Signals
  readonly logFile: string
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly env?: NodeJS.ProcessEnv
}

/** A process group of its own: Ctrl-C does not reach the program, and the servers are stopped in order. */
export function launch({ command, args, gently, logFile, user, env }: Launch): ServerProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(command, [...args], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: env ?? process.env,
    ...user,
  })
  closeSync(log)
  const exited = endOf(child)
  if (child.pid) watch(child.pid, gently, exited)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await exited
    clearTimeout(force)
  }
  return { pid: child.pid ?? -1, exited, stop: () => end(gently), kill: () => end('SIGKILL') }
}

/**
 * Ends the program when its starter ends without stopping it (kill -9, a failed test): a shell waits for the end of a pipe that only
 * the starter has open.
 */
function watch(pid: number, gently: NodeJS.Signals, exited: Promise<unknown>): void {
  const watcher = spawn('/bin/sh', ['-c', `read _; kill -${gently.slice(3)} ${pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  void exited.then(() => watcher.kill('SIGKILL'))
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not start (${error.message})`))
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `exited with code ${code}`))
  })
}

/** Calls `ready` every 10 ms; throws when the program ends first or the time is over. */
export async function untilReady(
  name: string,
  server: ServerProcess,
  ready: () => boolean | Promise<boolean>,
  milliseconds = 30_000,
): Promise<void> {
  let end: string | undefined
  void server.exited.then((how) => {
    end = how
  })
  const deadline = Date.now() + milliseconds
  while (!(await ready())) {
    if (end) throw new Error(`${name} ${end} before it was ready`)
    if (Date.now() > deadline) throw new Error(`${name} was not ready after ${milliseconds / 1000} s`)
    await sleep(10)
  }
}

/**
 * Ends a program that outlived its starter, and removes its pid file. The pid may belong to another program by now, so the command line
 * must contain `mark` (the data folder).
 */
export async function endLeftover(pidFile: string, mark: string, gently: NodeJS.Signals): Promise<void> {
  const pid = Number.parseInt(readIfThere(pidFile), 10)
  if (Number.isInteger(pid) && commandLine(pid).includes(mark)) {
    process.kill(pid, gently)
    for (let waited = 0; commandLine(pid).includes(mark); waited += 50) {
      if (waited > 10_000) process.kill(pid, 'SIGKILL')
      await sleep(50)
    }
  }
  rmSync(pidFile, { force: true })
}

/** Empty without a running process. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    if (process.platform === 'linux') return ''
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    })
  } catch {
    return ''
  }
}

export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
