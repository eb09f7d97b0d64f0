import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNatsServer } from '@signet/testkit/nats-server'
import { Refusal } from './refusal.ts'

/** The nats-server of this machine; on Debian its package is unpacked into the data folder, without root. */
export function natsBinary(dataFolder: string, say: (line: string) => void): string {
  const installed = findNatsServer()
  if (installed) return installed
  const folder = join(dataFolder, 'nats-server')
  const unpacked = join(folder, 'usr/sbin/nats-server')
  if (existsSync(unpacked)) return unpacked
  if (existsSync('/usr/bin/apt-get')) unpackDebianPackage(folder, say)
  if (existsSync(unpacked)) return unpacked
  throw new Refusal(
    'nats-server is not installed: install it (macOS: brew install nats-server; Debian: apt install nats-server; others: https://nats.io/download) or set NATS_URL.',
  )
}

function unpackDebianPackage(folder: string, say: (line: string) => void): void {
  say('Fetching nats-server from Debian…')
  mkdirSync(join(folder, 'lists/partial'), { recursive: true })
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true })
  // Package lists of our own: fetching them needs no root and leaves the system's untouched.
  const own = [
    '-o',
    `Dir::State::lists=${folder}/lists`,
    '-o',
    `Dir::Cache=${folder}/cache`,
    '-o',
    'APT::Sandbox::User=',
  ]
  if (!fetchPackage(folder, [])) {
    run('apt-get', [...own, '-qq', 'update'], folder)
    fetchPackage(folder, own)
  }
  const archive = readdirSync(folder).find((name) => /^nats-server_.*\.deb$/.test(name))
  if (archive) run('dpkg', ['-x', archive, folder], folder)
  for (const name of ['lists', 'cache', archive])
    if (name) rmSync(join(folder, name), { recursive: true, force: true })
}

const fetchPackage = (folder: string, options: string[]) =>
  run('apt-get', [...options, '-qq', 'download', 'nats-server'], folder)

/** Whether it succeeded: without the package the caller's sentence says what to do. */
function run(command: string, args: string[], cwd: string): boolean {
  try {
    execFileSync(command, args, { cwd, stdio: 'ignore', timeout: 120_000 })
    return true
  } catch {
    return false
  }
}
