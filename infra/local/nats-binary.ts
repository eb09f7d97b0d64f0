import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findNatsServer } from '@signet/local-servers'
import { unpackDebianPackages } from './debian-package.ts'
import { Refusal } from './refusal.ts'

/** Returns the installed one, or unpacks Debian's package into the data folder without root. */
export function natsBinary(dataFolder: string, say: (line: string) => void): string {
  const installed = findNatsServer()
  if (installed) return installed
  const folder = join(dataFolder, 'nats-server')
  const unpacked = join(folder, 'usr/sbin/nats-server')
  if (existsSync(unpacked)) return unpacked
  say('Fetching nats-server from Debian…')
  unpackDebianPackages(folder, ['nats-server'])
  if (existsSync(unpacked)) return unpacked
  throw new Refusal(
    'nats-server is not installed: install it (macOS: brew install nats-server; Debian: apt install nats-server; others: https://nats.io/download) or set NATS_URL.',
  )
}
