import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@signet/local-servers'
import { type BenchStack, environmentOf, type ServiceName } from './stack.ts'

/** Seconds from the start of a second process of each service until its `/ready` succeeds. */
export async function startTimes({ pids }: BenchStack): Promise<[ServiceName, number][]> {
  const times: [ServiceName, number][] = []
  for (const [name, pid] of Object.entries(pids) as [ServiceName, number][])
    times.push([name, await startTime(pid)])
  return times
}

async function startTime(pid: number): Promise<number> {
  const second = await startSecond(pid)
  second.close()
  return second.seconds
}

export interface Second {
  readonly pid: number
  readonly port: number
  readonly seconds: number
  close(): void
}

export async function startSecond(
  pid: number,
  nodeFlags: readonly string[] = [],
  changes: Readonly<Record<string, string>> = {},
): Promise<Second> {
  const file =
    readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .find((part) => part.endsWith('dist/main.js')) ?? ''
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, file], {
    env: { ...environmentOf(pid), ...changes, PORT: String(port) },
    stdio: 'ignore',
  })
  while (!(await isReady(port))) {
    if (performance.now() - started > 30_000) throw new Error(`${file} was not ready within 30 s`)
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await pause(5)
  }
  const seconds = (performance.now() - started) / 1000
  return { pid: child.pid ?? 0, port, seconds, close: () => void child.kill() }
}

const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/ready' }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', () => resolve(false))
  })
