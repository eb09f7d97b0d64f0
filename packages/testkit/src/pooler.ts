import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asUser, freePort, launch, postgresUser, readIfThere, untilReady } from '@signet/local-servers'
import { makeServerFolder } from './server-folder.ts'

export interface Pooler {
  /** The URL names the pooler as its host and as poolers are named to services. */
  through(clusterUrl: string): string
  stop(): Promise<void>
}

export interface PoolerProgram {
  readonly command: string
  readonly env?: Readonly<Record<string, string>>
}

/**
 * PgBouncer: the logins of services in transaction mode, and the superuser, with which tests use a connection as they like, in session
 * mode.
 * @param connections of the pooler for each database and login
 */
export async function startPooler(
  { command, env }: PoolerProgram,
  clusterUrl: string,
  connections = 30,
): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(clusterUrl)
  const ownPort = await freePort()
  const user = postgresUser()
  const folder = makeServerFolder('signet-pooler-')
  if (user) chmodSync(folder, 0o777)
  const users = [username, `${username}_service_login`, `${username}_token_login`]
  const file = (name: string) => join(folder, name)
  writeFileSync(file('users.txt'), users.map((name) => `"${name}" "${password}"\n`).join(''))
  writeFileSync(
    file('pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[users]
${username} = pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${file('users.txt')}
pool_mode = transaction
max_client_conn = 4000
default_pool_size = ${connections}
server_round_robin = 1
server_idle_timeout = 2
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
logfile = ${file('pgbouncer.log')}
pidfile = ${file('pgbouncer.pid')}
`,
  )
  const server = launch({
    ...asUser(user, folder, command, ['-q', file('pgbouncer.ini')]),
    gently: 'SIGINT',
    logFile: file('output.log'),
    env: { ...process.env, ...env },
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const isUp = () => readIfThere(file('pgbouncer.log')).includes('process up')
  await untilReady('PgBouncer', server, isUp).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    through(url) {
      const address = new URL(url)
      address.port = String(ownPort)
      address.searchParams.set('pooler', 'transaction')
      return address.href
    },
    stop,
  }
}
