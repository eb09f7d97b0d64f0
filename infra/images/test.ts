import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exchangeRaw } from '@signet/testkit'
import { root } from '../local/repository.ts'
import { imageNames } from './assemble.ts'
import { type Requests, signInAsStranger } from './first-use.ts'
import { underLoad } from './load.ts'

/**
 * `npm run images:test`, after `npm run images`: starts everything with one command, two replicas of each service, signs in as an
 * application of another origin, upgrades all services to another release and returns to the first one, each under requests. Needs
 * docker with compose; SIGNET_POSTGRES_IMAGE, SIGNET_NATS_IMAGE and SIGNET_HAPROXY_IMAGE name other images of the three.
 */
const baseUrl = process.env.SIGNET_BASE_URL ?? 'http://localhost:8080'
const folder = join(mkdtempSync(join(tmpdir(), 'signet-compose-')), 'compose')
cpSync(join(root, 'infra/compose'), folder, { recursive: true })

/** The image of HAProxy has a user of its own; the image of NATS runs as root. */
const users: Readonly<Record<string, RegExp>> = {
  auth: /^65532$/,
  'admin-api': /^65532$/,
  scim: /^65532$/,
  'mcp-gateway': /^65532$/,
  console: /^65532$/,
  edge: /^[1-9]\d*$/,
  nats: /^\d+$/,
}

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }).toString()

const compose = (...args: string[]): string => run('docker', 'compose', ...args)

try {
  const begun = performance.now()
  const printed = run('./up')
  console.log(`up after ${Math.round((performance.now() - begun) / 1000)} s`)
  const setupToken = /^setup-token: (\S+)$/m.exec(printed)?.[1] ?? ''
  const requests = await signInAsStranger({ baseUrl, setupToken })
  console.log('signed in through two replicas of each service')
  for (const name of imageNames) buildNext(name)
  console.log(`upgraded after an interruption: ${await changeRelease('next', requests, 20_000)}`)
  console.log(`returned: ${await changeRelease('dev', requests)}`)
  await checkFraming()
  console.log('the edge rejects ambiguous requests, and the next request is answered')
  checkHardening()
  console.log(
    'each container runs on a read-only file system without capabilities, the services without root',
  )
} finally {
  compose('down', '--volumes', '--timeout', '5')
  rmSync(folder, { recursive: true, force: true })
}

function buildNext(name: string): void {
  const input = `FROM signet/${name}:dev\nLABEL org.opencontainers.image.version=next\n`
  const args = ['build', '--quiet', '--tag', `signet/${name}:next`, '-']
  execFileSync('docker', args, { input, stdio: ['pipe', 'ignore', 'inherit'] })
}

/**
 * Uses the command of the runbook, under requests. The command is killed after `killAfterMs` and started again.
 * @throws Error when a request failed, or a container of another release remains
 */
async function changeRelease(version: string, requests: Requests, killAfterMs?: number): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, SIGNET_VERSION: version } }
  const upgrade = (timeout: number) =>
    promisify(execFile)('./upgrade', { ...options, timeout, killSignal: 'SIGKILL' })
  const { sent, result } = await underLoad(requests, async () => {
    if (killAfterMs !== undefined) await upgrade(killAfterMs).catch(() => undefined)
    return upgrade(0)
  })
  for (const service of imageNames.filter((name) => name !== 'operator')) {
    const ids = compose('ps', '--quiet', service).trim().split('\n')
    const images = ids.map((id) => run('docker', 'inspect', '--format', '{{.Config.Image}}', id).trim())
    const expected = `signet/${service}:${version}`
    if (images.length !== 2 || images.some((image) => image !== expected))
      throw new Error(`${service} after the change to ${version}: ${images.join(', ')}`)
  }
  return `${sent} requests, none failed. ${result.stdout.trim().split('\n').at(-1)}`
}

/**
 * Two servers could end these requests at different bytes; each is followed by a request of another user.
 * @throws Error when one is not rejected, or the request of the other user is not answered
 */
async function checkFraming(): Promise<void> {
  const { host, port } = new URL(baseUrl)
  const next = `GET /admin/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const ambiguous = [
    `Connection: content-length\r\nContent-Length: ${next.length}`,
    'Transfer-Encoding: chunked\r\nContent-Length: 0',
    'Host: evil.example\r\nContent-Length: 0',
  ]
  for (const lines of ambiguous) {
    const attack = `POST /admin/ HTTP/1.1\r\nHost: ${host}\r\n${lines}\r\n\r\n${next}`
    const answers = [await exchangeRaw(Number(port), [attack]), await exchangeRaw(Number(port), [next])]
    if (JSON.stringify(answers) !== '[[400],[200]]') throw new Error(`${lines}: ${JSON.stringify(answers)}`)
  }
}

function checkHardening(): void {
  const format = '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}'
  for (const [service, user] of Object.entries(users))
    for (const id of compose('ps', '--quiet', service).trim().split('\n')) {
      const found = run('docker', 'inspect', '--format', format, id).trim()
      if (found !== 'true [ALL] [no-new-privileges:true]') throw new Error(`${service}: ${found}`)
      const processes = run('docker', 'top', id, '-o', 'pid,uid').trim().split('\n').slice(1)
      for (const line of processes)
        if (!user.test(line.trim().split(/\s+/)[1] ?? '')) throw new Error(`${service}: user ${line}`)
    }
}
