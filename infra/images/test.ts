import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { replaceUnderLoad } from './replace.ts'
import { signInAsStranger } from './stranger.ts'

/**
 * `npm run images:test`, after `npm run images`: starts everything with one command, two replicas of each service, signs in as
 * a stranger would, and replaces auth while the application goes on. Needs docker with compose; SIGNET_POSTGRES_IMAGE and
 * SIGNET_NATS_IMAGE name other images of the two.
 */
const baseUrl = process.env.SIGNET_BASE_URL ?? 'http://localhost:8080'
const folder = join(mkdtempSync(join(tmpdir(), 'signet-compose-')), 'compose')
cpSync(join(root, 'infra/compose'), folder, { recursive: true })

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }).toString()

const compose = (...args: string[]): string => run('docker', 'compose', ...args)

try {
  const begun = performance.now()
  const printed = run('./up')
  console.log(`up after ${Math.round((performance.now() - begun) / 1000)} s`)
  const setupToken = /^setup-token: (\S+)$/m.exec(printed)?.[1] ?? ''
  const request = await signInAsStranger({ baseUrl, setupToken })
  console.log('signed in through two replicas of each service')
  const sent = await replaceUnderLoad({ folder, service: 'auth', request })
  console.log(`auth replaced under load: ${sent} requests, none failed`)
  checkHardening()
  console.log('each service runs without root, on a read-only file system, without capabilities')
} finally {
  compose('down', '--volumes', '--timeout', '5')
  rmSync(folder, { recursive: true, force: true })
}

/** What the containers really are, as the engine sees them. */
function checkHardening(): void {
  for (const service of ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console'])
    for (const id of compose('ps', '--quiet', service).trim().split('\n')) {
      const format = '{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}'
      const found = run('docker', 'inspect', '--format', format, id).trim()
      if (found !== '65532:65532 true [ALL]') throw new Error(`${service}: ${found}`)
    }
}
