import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { requireSuccess, startLoad } from './load.ts'

interface Options {
  /** Folder of compose.yaml. */
  readonly folder: string
  readonly service: string
  /** Sends one request to the service that is replaced. */
  request(): Promise<Response>
}

/**
 * Replaces all replicas of a service under requests, as an upgrade does: starts twice as many and stops the old ones one by one.
 * Returns the number of requests that were sent in the meantime.
 * @throws Error when a request failed
 */
export async function replaceUnderLoad({ folder, service, request }: Options): Promise<number> {
  const docker = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('docker', args, { cwd: folder })).stdout.trim()
  const old = (await docker('compose', 'ps', '--quiet', service)).split('\n')
  const load = startLoad(request)
  const scale = ['--no-deps', '--no-recreate', '--scale', `${service}=${old.length * 2}`]
  await docker('compose', 'up', '--detach', '--wait', ...scale, service)
  for (const id of old) {
    await docker('stop', '--time', '30', id)
    await docker('rm', id)
  }
  await pause(1_000)
  return requireSuccess(await load.stop())
}
