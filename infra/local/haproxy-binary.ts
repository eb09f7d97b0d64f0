import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackDebianPackages } from './debian-package.ts'

/** Shared libraries that a machine without HAProxy may lack. */
const libraries = [
  'liblua5.3-0',
  'libopentracing-c-wrapper0',
  'libopentracing1',
  'libpcre2-8-0',
  'libsystemd0',
]

/** A program with the environment that it needs. */
export interface HaproxyBinary {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Returns HAProxy as installed, or unpacked from Debian's package into the data folder without root; null when neither
 * is available. Only tests need it.
 */
export function haproxyBinary(
  dataFolder: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): HaproxyBinary | null {
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/sbin']
  const installed = folders.map((folder) => join(folder, 'haproxy')).find((file) => existsSync(file))
  if (installed) return { command: installed, env: {} }
  const folder = join(dataFolder, 'haproxy')
  const unpacked = join(folder, 'usr/sbin/haproxy')
  if (!existsSync(unpacked)) {
    say('Fetching HAProxy from Debian…')
    unpackDebianPackages(folder, ['haproxy', ...libraries])
  }
  if (!existsSync(unpacked)) {
    say(
      'HAProxy is not installed: the tests of its configurations are not run (Debian: apt install haproxy).',
    )
    return null
  }
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const paths = [join(folder, 'usr/lib', triplet), env.LD_LIBRARY_PATH].filter(Boolean)
  return { command: unpacked, env: { LD_LIBRARY_PATH: paths.join(delimiter) } }
}
