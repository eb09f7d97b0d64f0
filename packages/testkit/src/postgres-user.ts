import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root: root lends it the system user `postgres`, made when missing. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  try {
    return lookUp()
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' })
    return lookUp()
  }
}

function lookUp(): SystemUser {
  const id = (flag: string) =>
    Number(
      execFileSync('id', [flag, 'postgres'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
  return { uid: id('-u'), gid: id('-g') }
}

export function give(path: string, user: SystemUser | undefined): void {
  if (user) chownSync(path, user.uid, user.gid)
}

/** Throws a sentence when the user cannot enter the folder or run the program: a private home, most often. */
export function assertReach(user: SystemUser | undefined, folder: string, program: string): void {
  if (!user) return
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$0" && test -x "$1"', folder, program], {
    ...user,
    cwd: '/',
  })
  if (probe.status === 0) return
  throw new Error(
    `PostgreSQL does not run as root, and the user postgres cannot reach ${folder} or ${program}: ` +
      'start as an ordinary user, use a folder others may enter, or set DATABASE_URL',
  )
}
