import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackDebianPackages } from './debian-package.ts'

const usualPlaces = [
  '/usr/lib/postgresql/15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]

/** A machine without PostgreSQL may lack them. */
const libraries = ['libpq5', 'libicu72', 'libxml2', 'libldap-2.5-0', 'libsasl2-2', 'libgssapi-krb5-2']

/**
 * The oldest supported version is installed, or unpacked from Debian's package into the data folder without root. Null when it is not
 * available, because the product and the other tests need only Node.js and git.
 */
export function postgres15(
  dataFolder: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> | null {
  const folder = join(dataFolder, 'postgresql-15')
  const unpacked = join(folder, 'usr/lib/postgresql/15/bin')
  const installed = [env.SIGNET_POSTGRES_15, ...usualPlaces].find((place) => place && existsSync(place))
  if (installed) return { SIGNET_POSTGRES_BIN: installed }
  if (!existsSync(unpacked)) {
    say('Fetching PostgreSQL 15 from Debian…')
    unpackDebianPackages(folder, ['postgresql-15', ...libraries])
  }
  if (!existsSync(unpacked)) {
    say(
      'PostgreSQL 15 is not installed, so nothing is tested on it: install it (Debian 12: apt install postgresql-15; macOS: brew install postgresql@15) or name the folder of its programs in SIGNET_POSTGRES_15.',
    )
    return null
  }
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const paths = [join(folder, 'usr/lib', triplet), env.LD_LIBRARY_PATH].filter(Boolean)
  return { SIGNET_POSTGRES_BIN: unpacked, LD_LIBRARY_PATH: paths.join(delimiter) }
}
