import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFuzz, type Fuzz } from '@signet/testkit'
import { databaseCommand } from '../../local/commands.ts'
import { withPostgres } from '../../local/postgres-client.ts'
import { type Ledger, newLedger } from '../ledger.ts'
import type { Backing } from './backing.ts'
import { startDefects } from './defects.ts'
import { freePorts, type Ports, type StartFront } from './front.ts'
import { type Instance, prepareInstance } from './instance.ts'
import { startReceivers } from './receivers.ts'
import { newReplica, type Replica, type ServiceName } from './replica.ts'

/** Several replicas, with dependencies that can be damaged. */
export interface Laboratory<B extends Backing = Backing> extends Instance {
  readonly folder: string
  readonly backing: B
  readonly baseUrl: string
  readonly replicas: readonly Replica[]
  readonly rate: number
  /** All random values of a run, from its seed. */
  readonly random: Fuzz
  readonly receivers: Awaited<ReturnType<typeof startReceivers>>
  readonly env: NodeJS.ProcessEnv
  readonly ledger: Ledger
  of(service: ServiceName): readonly Replica[]
  captureDefect(): void
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface LaboratoryOptions<B extends Backing> {
  readonly seed: number
  /** Factor of the usual traffic; 1 is some 60 requests a second. */
  readonly rate: number
  readonly counts: Readonly<Record<ServiceName, number>>
  readonly keeps?: boolean
  startBacking(folder: string): Promise<B>
  readonly startFront: StartFront
}

export const usualCounts: Readonly<Record<ServiceName, number>> = {
  auth: 2,
  'admin-api': 2,
  scim: 1,
  'mcp-gateway': 1,
}

const firstKey = `lab:${Buffer.alloc(32, 7).toString('base64url')}`

export async function startLaboratory<B extends Backing>(
  options: LaboratoryOptions<B>,
): Promise<Laboratory<B>> {
  const parts: Closing[] = []
  const close = async () => {
    for (const part of parts.toReversed()) await part()
  }
  try {
    return { ...(await start(options, parts)), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Closing = () => unknown

async function start<B extends Backing>(
  { seed, rate, counts, keeps, startBacking, startFront }: LaboratoryOptions<B>,
  parts: Closing[],
): Promise<Omit<Laboratory<B>, 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-faultlab-'))
  parts.push(() => keeps || rmSync(folder, { recursive: true, force: true }))
  const backing = await startBacking(folder)
  parts.push(() => backing.close())
  const receivers = await startReceivers(() => laboratory.ledger)
  parts.push(() => receivers.close())
  const ports = await freePorts()
  const baseUrl = `http://localhost:${ports.edge}`
  const env = environmentOf(backing, baseUrl, receivers.pair, ports)
  await setUp(env, backing)
  const replicas = await newReplicas({ counts, env, backing, folder })
  const front = await startFront({ folder, baseUrl, ports, replicas })
  parts.push(() => front.close())
  parts.push(() => Promise.all(replicas.map((replica) => replica.stop())))
  await startInOrder(replicas)
  const place = { baseUrl, edgePort: ports.edge, adminUrl: () => backing.adminUrl() }
  const instance = await prepareInstance(place, receivers)
  const defects = startDefects(backing)
  parts.push(() => defects.close())
  const laboratory: Omit<Laboratory<B>, 'close'> = {
    ...instance,
    folder,
    backing,
    baseUrl,
    replicas,
    rate,
    random: createFuzz(seed),
    receivers,
    env,
    ledger: newLedger(),
    of: (service) => replicas.filter((replica) => replica.service === service),
    captureDefect() {
      defects.capture()
      laboratory.ledger.captured.push({ at: performance.now() })
    },
    query: async <Row extends object>(text: string, values?: unknown[]) =>
      withPostgres(backing.adminUrl(), async (client) => (await client.query<Row>(text, values)).rows),
  }
  return laboratory
}

const environmentOf = (
  backing: Backing,
  baseUrl: string,
  receivers: string,
  ports: Ports,
): NodeJS.ProcessEnv => ({
  ...process.env,
  ...backing.env,
  NATS_URL: backing.natsUrl,
  SIGNET_BASE_URL: baseUrl,
  SIGNET_SECRET_KEYS: firstKey,
  SIGNET_PROXY_HOPS: '1',
  SIGNET_DRAIN_SECONDS: '2',
  SIGNET_EGRESS_ALLOW: receivers,
  SIGNET_AUTH_URL: `http://127.0.0.1:${ports.auth}`,
  SIGNET_ADMIN_API_URL: `http://127.0.0.1:${ports['admin-api']}`,
})

async function setUp(env: NodeJS.ProcessEnv, backing: Backing): Promise<void> {
  const { signal } = new AbortController()
  const servicesUrl = backing.databaseUrl(1)
  const pooledLogins = new URL(servicesUrl).searchParams.has('pooler')
  const onPrimary = {
    ...env,
    DATABASE_URL: backing.adminUrl(),
    ...(pooledLogins && { SIGNET_SERVICE_DATABASE_URL: servicesUrl }),
  }
  await databaseCommand('setup', onPrimary, signal)
  await databaseCommand('migrate', onPrimary, signal)
}

interface Replicas {
  readonly counts: LaboratoryOptions<Backing>['counts']
  readonly env: NodeJS.ProcessEnv
  readonly backing: Backing
  readonly folder: string
}

async function newReplicas({ counts, env, backing, folder }: Replicas): Promise<Replica[]> {
  const replicas: Replica[] = []
  for (const [service, count] of Object.entries(counts) as [ServiceName, number][])
    for (let number = 1; number <= count; number += 1) {
      const own = () => ({ ...env, DATABASE_URL: backing.databaseUrl(number) })
      replicas.push(await newReplica({ service, number, env: own, logFolder: join(folder, 'logs') }))
    }
  return replicas
}

/** The gateway is ready only when admin-api is. */
async function startInOrder(replicas: readonly Replica[]): Promise<void> {
  const isLast = ({ service }: Replica) => service === 'mcp-gateway'
  await Promise.all(replicas.filter((one) => !isLast(one)).map((one) => one.start()))
  await Promise.all(replicas.filter(isLast).map((one) => one.start()))
}
