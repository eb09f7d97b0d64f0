import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { LocalLaboratory } from './cases/case.ts'

export interface Host {
  readonly env: Readonly<Record<string, string>>
  close(): void
}

type Verb = 'start' | 'stop' | 'restart'

/**
 * Models a machine with systemd: `systemctl` starts and stops its PostgreSQL and its services, `sudo` needs no password, and pgBackRest
 * is configured.
 */
export async function hostOf(lab: LocalLaboratory): Promise<Host> {
  const units = unitsOf(lab)
  const server = createServer(async (request, response) => {
    const [, verb = '', unit = ''] = request.url?.split('/') ?? []
    const act = units[unit]?.[verb as Verb]
    const problem = act ? await act().then(() => '', String) : `There is no ${verb} of ${unit}.`
    response.writeHead(problem ? 500 : 200).end(problem)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const folder = join(lab.folder, 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'systemctl'),
    `#!/bin/sh\nexec curl --fail --silent --show-error --request POST "http://127.0.0.1:${port}/$1/$2"\n`,
    { mode: 0o755 },
  )
  // Ignores the requested user.
  writeFileSync(join(folder, 'sudo'), '#!/bin/sh\n[ "$1" = -u ] && shift 2\nexec "$@"\n', { mode: 0o755 })
  return {
    env: { PATH: `${folder}:${process.env.PATH}`, ...pgbackrestOf(lab) },
    close: () => server.close(),
  }
}

function unitsOf(lab: LocalLaboratory): Record<string, Partial<Record<Verb, () => Promise<unknown>>>> {
  const { postgres } = lab.backing
  return {
    postgresql: {
      start: () => postgres.start(),
      stop: () => postgres.stop(),
      async restart() {
        await postgres.stop()
        await postgres.start()
      },
    },
    'signet.target': {
      stop: () => Promise.all(lab.replicas.map((replica) => replica.stop())),
      async start() {
        for (const service of ['auth', 'admin-api', 'scim', 'mcp-gateway'] as const)
          await Promise.all(lab.of(service).map((replica) => replica.start()))
      },
    },
  }
}

/** PostgreSQL, which runs the archive command, is started with this environment. */
function pgbackrestOf(lab: LocalLaboratory): Readonly<Record<string, string>> {
  const url = new URL(lab.backing.adminUrl())
  const home = join(lab.backing.postgres.folder, 'pgbackrest')
  mkdirSync(home, { recursive: true, mode: 0o777 })
  const file = join(home, 'pgbackrest.conf')
  const options = {
    'repo1-path': join(home, 'repo'),
    'repo1-retention-full': 2,
    'log-level-file': 'off',
    'lock-path': join(home, 'lock'),
    'spool-path': join(home, 'spool'),
  }
  const stanza = {
    'pg1-path': join(lab.backing.postgres.folder, 'data'),
    'pg1-port': url.port,
    'pg1-user': url.username,
  }
  writeFileSync(file, `[global]\n${linesOf(options)}[signet]\n${linesOf(stanza)}`)
  // This `sudo` changes no user, and newer versions of pgBackRest reject root; older ones warn about the setting.
  const env = {
    PGBACKREST_CONFIG: file,
    PGBACKREST_ALLOW_ROOT: 'y',
    PGHOST: url.hostname,
    PGPASSWORD: url.password,
  }
  Object.assign(process.env, env)
  return env
}

const linesOf = (options: object): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** Newest PostgreSQL that each minor version of pgBackRest 2 supports. */
const newestKnown: readonly (readonly [minor: number, postgres: number])[] = [
  [41, 15],
  [48, 16],
  [54, 17],
  [57, 18],
]

/** A sentence when pgBackRest is not installed, or does not support the PostgreSQL version. */
export async function whyNoPgbackrest(lab: LocalLaboratory): Promise<string | undefined> {
  const minor = minorOfPgbackrest()
  if (minor === undefined) return 'pgBackRest is not installed (apt install pgbackrest)'
  const [row] = await lab.query<{ server_version: string }>('SHOW server_version')
  const server = Number.parseInt(row?.server_version ?? '', 10)
  const known = newestKnown.findLast(([least]) => minor >= least)?.[1] ?? 0
  return server > known ? `pgBackRest 2.${minor} does not know PostgreSQL ${server}` : undefined
}

/** Accepts versions such as 2.45 and 2.60.0. */
function minorOfPgbackrest(): number | undefined {
  try {
    return Number(/ 2\.(\d+)/.exec(execFileSync('pgbackrest', ['version']).toString())?.[1])
  } catch {
    return undefined
  }
}
