import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackDebianPackages } from './debian-package.ts'

const programs = {
  haproxy: {
    file: 'usr/sbin/haproxy',
    packages: [
      'haproxy',
      'liblua5.3-0',
      'libopentracing-c-wrapper0',
      'libopentracing1',
      'libpcre2-8-0',
      'libsystemd0',
    ],
  },
  nginx: { file: 'usr/sbin/nginx', packages: ['nginx', 'libpcre2-8-0'] },
  caddy: { file: 'usr/bin/caddy', packages: ['caddy'] },
  pgbouncer: { file: 'usr/sbin/pgbouncer', packages: ['pgbouncer', 'libc-ares2', 'libevent-2.1-7'] },
} as const

export type ProxyName = Exclude<keyof typeof programs, 'pgbouncer'>

export interface ProxyBinary {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Returns the installed program, or unpacks Debian's package into the data folder without root; null when neither is available. Only
 * tests need it.
 */
export function proxyBinary(
  name: keyof typeof programs,
  dataFolder: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): ProxyBinary | null {
  const { file, packages } = programs[name]
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/sbin']
  const installed = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (installed) return { command: installed, env: {} }
  const folder = join(dataFolder, name)
  const unpacked = join(folder, file)
  if (!existsSync(unpacked)) {
    say(`Fetching ${name} from Debian…`)
    unpackDebianPackages(folder, packages)
  }
  if (!existsSync(unpacked)) {
    say(`${name} is not installed: its tests are not run (Debian: apt install ${name}).`)
    return null
  }
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const paths = [join(folder, 'usr/lib', triplet), env.LD_LIBRARY_PATH].filter(Boolean)
  return { command: unpacked, env: { LD_LIBRARY_PATH: paths.join(delimiter) } }
}
