import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@signet/local-servers'
import { mainFile, type Program } from './main-file.ts'

export interface ServiceProcess {
  readonly address: { readonly host: string; readonly port: number }
  stop(): Promise<void>
  kill(): Promise<void>
}

const running = new Set<ChildProcess>()

/**
 * A test file may leave processes, for example because its setup failed after their start. A process that outlives its worker holds the
 * worker's output open, and the run would not end.
 */
export function killServiceProcesses(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Separate process on its own port: services must not import each other. */
export async function startServiceProcess(
  name: Exclude<Program, 'cli'>,
  env: NodeJS.ProcessEnv,
  file = mainFile(name),
): Promise<ServiceProcess> {
  const address = { host: '127.0.0.1', port: await freePort() }
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, PORT: String(address.port), HOST: address.host },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  for (let tries = 0; !(await isReady(address)); tries += 1) {
    if (child.exitCode !== null || tries > 1000) throw new Error(`${name} did not start`)
    await pause(30)
  }
  return {
    address,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    async kill() {
      const dead = once(child, 'exit')
      child.kill('SIGKILL')
      await dead
    },
  }
}

const isReady = async ({ host, port }: ServiceProcess['address']): Promise<boolean> => {
  const answer = await fetch(`http://${host}:${port}/ready`).catch(() => undefined)
  return answer?.ok ?? false
}
