import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Needs no root; ignores a failure. The folder is renamed after it is complete, so that another process finds either all of it or none.
 */
export function unpackDebianPackages(folder: string, names: readonly string[]): void {
  if (!existsSync('/usr/bin/apt-get')) return
  mkdirSync(dirname(folder), { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    if (unpackInto(unfinished, names)) renameSync(unfinished, folder)
  } catch (error) {
    // Another process finished first.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function unpackInto(folder: string, names: readonly string[]): boolean {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true })
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true })
  // Separate package lists: fetching them needs no root and does not change those of the system.
  const own = [
    '-o',
    `Dir::State::lists=${folder}/lists`,
    '-o',
    `Dir::Cache=${folder}/cache`,
    '-o',
    'APT::Sandbox::User=',
  ]
  const fetchPackages = (options: string[]) =>
    run('apt-get', [...options, '-qq', 'download', ...names], folder)
  if (!fetchPackages([])) {
    run('apt-get', [...own, '-qq', 'update'], folder)
    fetchPackages(own)
  }
  const archives = readdirSync(folder).filter((name) => name.endsWith('.deb'))
  for (const archive of archives) run('dpkg', ['-x', archive, folder], folder)
  for (const name of ['lists', 'cache', ...archives])
    rmSync(join(folder, name), { recursive: true, force: true })
  return archives.length > 0
}

/** False on failure: the error of the caller has the remedy. */
function run(command: string, args: string[], cwd: string): boolean {
  try {
    execFileSync(command, args, { cwd, stdio: 'ignore', timeout: 120_000 })
    return true
  } catch {
    return false
  }
}
