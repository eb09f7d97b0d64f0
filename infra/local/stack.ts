import { connect } from 'node:net'
import { join } from 'node:path'
import type { Upstream } from '@signet/edge'
import { natsAuthorization } from '@signet/events/permissions'
import { freePort, startNatsServer } from '@signet/local-servers'
import { buildAll, databaseCommand } from './commands.ts'
import { startDatabase } from './database.ts'
import { setupPath } from './first-run.ts'
import { rebuildConsole, startProcess } from './local-process.ts'
import { natsBinary } from './nats-binary.ts'
import type { Part } from './part.ts'
import { builtPrograms, watchedPrograms } from './programs.ts'
import { Refusal } from './refusal.ts'
import {
  keepSetupToken,
  rememberedNatsPasswords,
  rememberedPort,
  rememberedSecretKeys,
} from './remembered.ts'
import type { Settings } from './settings.ts'

export interface StackOptions {
  readonly settings: Settings
  readonly baseUrl: string
  say(line: string): void
  add(part: Part): void
  readonly signal: AbortSignal
}

/** Variables decide for a NATS of the operator. */
interface NatsServer {
  readonly url: string
  readonly passwords?: Readonly<Record<string, string>>
}

const natsCredentials = ({ passwords = {} }: NatsServer, name: string): NodeJS.ProcessEnv =>
  passwords[name] === undefined ? {} : { NATS_USER: name, NATS_PASSWORD: passwords[name] }

export interface Stack {
  readonly ports: Readonly<Record<Upstream, number>>
  /** Undefined once an administrator exists. */
  readonly setupPath: string | undefined
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const { settings, baseUrl, say, signal } = options
  say('Starting PostgreSQL and NATS, building services and console…')
  const [databaseUrl, nats] = await allOrNothing([
    settings.databaseUrl ?? ownDatabase(options),
    settings.natsUrl ? reachableNats(settings.natsUrl) : ownNats(options),
    buildAll(process.env, signal),
  ])
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    NATS_URL: nats.url,
    SIGNET_BASE_URL: baseUrl,
    SIGNET_SECRET_KEYS: settings.secretKeys ?? rememberedSecretKeys(settings.dataFolder),
    SIGNET_PROFILE: 'local',
    // Counts the edge of this stack and the proxies in front of it.
    SIGNET_PROXY_HOPS: process.env.SIGNET_PROXY_HOPS ?? '1',
  }
  say('Preparing the database…')
  const printed = await databaseCommand('setup', env, signal)
  const token = /^setup-token: (\S+)$/m.exec(printed)?.[1]
  if (token) keepSetupToken(settings.dataFolder, token)
  await databaseCommand('migrate', env, signal)
  signal.throwIfAborted()

  say('Starting auth, admin-api, scim, mcp-gateway and the console…')
  const ports = await startProcesses(options, env, nats)
  return {
    ports,
    setupPath: await setupPath(databaseUrl, settings.dataFolder),
  }
}

/** Waits for all, also when one fails, so that every started part is known and can be stopped. */
async function allOrNothing<T extends readonly unknown[]>(
  work: T,
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

async function ownDatabase({ settings, add }: StackOptions): Promise<string> {
  const { url, cluster } = await startDatabase(settings.dataFolder)
  add({
    kind: 'postgres',
    name: 'PostgreSQL',
    stop: cluster.stop,
    exited: cluster.exited.then((how) => `PostgreSQL ${how}.`),
  })
  return url
}

/** A later outage is tolerated. */
async function reachableNats(url: string): Promise<NatsServer> {
  for (const server of url.split(',')) {
    const { hostname, port } = new URL(server.includes('://') ? server : `nats://${server}`)
    if (await answers(hostname, Number(port || 4222))) return { url }
  }
  throw new Refusal(`No server responds at NATS_URL (${url}): start nats-server there, or remove NATS_URL.`)
}

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 })
    const end = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })

async function ownNats({ settings, add, say }: StackOptions): Promise<NatsServer> {
  const binary = natsBinary(settings.dataFolder, say)
  const port = await rememberedPort(settings.dataFolder, 'nats')
  const folder = join(settings.dataFolder, 'nats')
  const passwords = rememberedNatsPasswords(settings.dataFolder)
  const configuration = natsAuthorization((user) => JSON.stringify(passwords[user]))
  const nats = await startNatsServer({ binary, folder, port, configuration }).catch((error: Error) => {
    throw new Refusal(`NATS did not start: ${error.message} (its log is ${folder}/nats.log).`)
  })
  add({
    kind: 'nats',
    name: 'NATS',
    stop: nats.stop,
    exited: nats.exited.then((how) => `nats-server ${how}.`),
  })
  return { url: nats.url, passwords }
}

async function startProcesses(
  { settings, add, signal }: StackOptions,
  env: NodeJS.ProcessEnv,
  nats: NatsServer,
): Promise<Readonly<Record<Upstream, number>>> {
  const ports: Record<Upstream, number> = {
    auth: await freePort(),
    'admin-api': await freePort(),
    scim: await freePort(),
    'mcp-gateway': await freePort(),
    console: await freePort(),
  }
  const addresses = {
    SIGNET_AUTH_URL: `http://127.0.0.1:${ports.auth}`,
    SIGNET_ADMIN_API_URL: `http://127.0.0.1:${ports['admin-api']}`,
  }
  const programs = settings.watches ? watchedPrograms : builtPrograms
  if (settings.watches) add(rebuildConsole(settings.dataFolder))
  const names = Object.keys(programs) as Upstream[]
  await Promise.all(
    names.map((name) => {
      const process = startProcess({
        name,
        ...programs[name],
        port: ports[name],
        env: { ...env, ...addresses, ...natsCredentials(nats, name) },
        logFolder: join(settings.dataFolder, 'logs'),
      })
      add({ kind: 'service', ...process })
      return process.ready(signal)
    }),
  )
  return ports
}
