import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. The user `postgres` is created when missing. */
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

export interface Invocation {
  readonly command: string
  readonly args: readonly string[]
  readonly user?: SystemUser
}

/**
 * If a folder on the path is closed to other users, as root's home is, the program receives the capability to traverse it, and no
 * permission changes.
 */
export function asUser(
  user: SystemUser | undefined,
  folder: string,
  command: string,
  args: readonly string[],
): Invocation {
  if (!user) return { command, args }
  if (canReach(user, folder, command)) return { command, args, user }
  const capability = '+dac_override'
  const identity = ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups']
  // access(2) ignores the capability without the secure bit, and initdb relies on access(2).
  const passage = ['--securebits', '+no_setuid_fixup', '--inh-caps', capability, '--ambient-caps', capability]
  if (spawnSync('setpriv', [...identity, ...passage, 'true']).status === 0)
    return { command: 'setpriv', args: [...identity, ...passage, command, ...args] }
  throw new Error(
    `PostgreSQL does not run as root, and the user postgres cannot reach ${folder} or ${command}: ` +
      'start as an ordinary user, use a folder others may enter, or set DATABASE_URL',
  )
}

function canReach(user: SystemUser, folder: string, program: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$0" && test -x "$1"', folder, program], {
    ...user,
    cwd: '/',
  })
  return probe.status === 0
}
