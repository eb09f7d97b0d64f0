import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { Refusal } from './refusal.ts'

const headlessShell = '/usr/bin/chromium-headless-shell'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The headless shell uses less processor time, and has no notifications.
 * @param kind `shell` accepts the whole browser too
 */
export function findChromium(
  say: (line: string) => void,
  kind: Kind = 'browser',
  env: NodeJS.ProcessEnv = process.env,
): string {
  const chosen = env.SIGNET_CHROMIUM
  if (chosen && !existsSync(chosen))
    throw new Refusal(`SIGNET_CHROMIUM names ${chosen}, which does not exist.`)
  const present = chosen ?? installed(kind)
  if (present) return present
  say('Installing Chromium for the browser journeys…')
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) installFromDebian(kind)
  else installFromPlaywright()
  const now = installed(kind)
  if (now) return now
  throw new Refusal('Chromium is not installed and could not be fetched: install it, or set SIGNET_CHROMIUM.')
}

type Kind = 'shell' | 'browser'

const installed = (kind: Kind) =>
  [...(kind === 'shell' ? [headlessShell] : []), ...usualPlaces, chromium.executablePath()].find((file) =>
    existsSync(file),
  )

function installFromDebian(kind: Kind): void {
  const name = kind === 'shell' ? 'chromium-headless-shell' : 'chromium'
  if (installPackage(name)) return
  run('apt-get', '-qq', 'update')
  // Older releases of Debian have no package of the headless shell.
  if (!installPackage(name)) installPackage('chromium')
}

const installPackage = (name: string): boolean =>
  run('apt-get', '-qq', 'install', '--yes', '--no-install-recommends', name)

function installFromPlaywright(): void {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json')
  run(process.execPath, join(dirname(manifest), 'cli.js'), 'install', 'chromium')
}

function run(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    return true
  } catch {
    return false
  }
}
