import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

interface Options {
  /** Folder of compose.yaml. */
  readonly folder: string
  readonly service: string
  /** Sends one request to the service that is replaced. */
  request(): Promise<Response>
}

const everyMs = 25

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
  const answers = await load.stop()
  const failed = answers.filter((answer) => answer !== '200')
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${answers.length} failed: ${[...new Set(failed)].join(', ')}`)
  return answers.length
}

function startLoad(request: Options['request']): { stop(): Promise<string[]> } {
  const answers: Promise<string>[] = []
  const timer = setInterval(() => answers.push(answerOf(request)), everyMs)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(answers)
    },
  }
}

/** Returns the status of the response, or the reason for none. */
async function answerOf(request: Options['request']): Promise<string> {
  try {
    const response = await request()
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return String(error)
  }
}
