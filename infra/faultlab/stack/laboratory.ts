import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFuzz, type Fuzz } from '@signet/testkit'
import { Client } from 'pg'
import { databaseCommand } from '../../local/commands.ts'
import { startEdge } from '../../local/edge.ts'
import { type Ledger, newLedger } from '../ledger.ts'
import type { Backing } from './backing.ts'
import { startBalancer } from './balancer.ts'
import { startDefects } from './defects.ts'
import { type Instance, prepareInstance } from './instance.ts'
import { lastingPort } from './lasting-port.ts'
import { startReceivers } from './receivers.ts'
import { newReplica, type Replica, type ServiceName } from './replica.ts'

/** The product in several replicas, with everything around it that can be damaged. */
export interface Laboratory<B extends Backing = Backing> extends Instance {
  readonly folder: string
  readonly backing: B
  readonly baseUrl: string
  readonly replicas: readonly Replica[]
  /** Everything random of a run follows from its seed. */
  readonly random: Fuzz
  readonly receivers: Awaited<ReturnType<typeof startReceivers>>
  /** What the services are started with. */
  readonly env: NodeJS.ProcessEnv
  readonly ledger: Ledger
  of(service: ServiceName): readonly Replica[]
  /** Captures a defect as a service does, past the database. */
  captureDefect(): void
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface LaboratoryOptions<B extends Backing> {
  readonly seed: number
  readonly counts: Readonly<Record<ServiceName, number>>
  /** Leaves logs and data behind, for whoever looks for a cause. */
  readonly keeps?: boolean
  startBacking(folder: string): Promise<B>
}

export const usualCounts: Readonly<Record<ServiceName, number>> = {
  auth: 2,
  'admin-api': 2,
  scim: 1,
  'mcp-gateway': 1,
}

/** The first key of the laboratory's vault. */
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

/** How to close what was started. */
type Closing = () => unknown

async function start<B extends Backing>(
  { seed, counts, keeps, startBacking }: LaboratoryOptions<B>,
  parts: Closing[],
): Promise<Omit<Laboratory<B>, 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-faultlab-'))
  parts.push(() => keeps || rmSync(folder, { recursive: true, force: true }))
  const backing = await startBacking(folder)
  parts.push(() => backing.close())
  const receivers = await startReceivers(() => laboratory.ledger)
  parts.push(() => receivers.close())
  const edge = await startEdge(0, '127.0.0.1')
  parts.push(() => edge.close())
  const baseUrl = `http://localhost:${edge.port}`
  const ports = await lastingPorts()
  const env = environmentOf(backing, baseUrl, receivers.pair, ports)
  await setUp(env, backing)
  const replicas = await startReplicas({ counts, env, folder, ports }, parts)
  edge.open({ ...ports, console: ports['admin-api'] }, baseUrl, { documents: ports.documents })
  const place = { baseUrl, edgePort: edge.port, adminUrl: () => backing.adminUrl() }
  const instance = await prepareInstance(place, receivers)
  const defects = startDefects(backing)
  parts.push(() => defects.close())
  const laboratory: Omit<Laboratory<B>, 'close'> = {
    ...instance,
    folder,
    backing,
    baseUrl,
    replicas,
    random: createFuzz(seed),
    receivers,
    env,
    ledger: newLedger(),
    of: (service) => replicas.filter((replica) => replica.service === service),
    captureDefect() {
      defects.capture()
      laboratory.ledger.captured.push({ at: performance.now() })
    },
    query: (text, values) => queryOnce(backing.adminUrl(), text, values),
  }
  return laboratory
}

/** Where each service is balanced, and where discovery and key sets are asked for. */
type Ports = Readonly<Record<ServiceName | 'documents', number>>

const lastingPorts = async (): Promise<Ports> => ({
  auth: await lastingPort(),
  'admin-api': await lastingPort(),
  scim: await lastingPort(),
  'mcp-gateway': await lastingPort(),
  documents: await lastingPort(),
})

const environmentOf = (
  backing: Backing,
  baseUrl: string,
  receivers: string,
  ports: Ports,
): NodeJS.ProcessEnv => ({
  ...process.env,
  ...backing.env,
  DATABASE_URL: backing.databaseUrl,
  NATS_URL: backing.natsUrl,
  SIGNET_BASE_URL: baseUrl,
  SIGNET_SECRET_KEYS: firstKey,
  SIGNET_PROXY_HOPS: '1',
  SIGNET_DRAIN_SECONDS: '1',
  SIGNET_EGRESS_ALLOW: receivers,
  SIGNET_AUTH_URL: `http://127.0.0.1:${ports.auth}`,
  SIGNET_ADMIN_API_URL: `http://127.0.0.1:${ports['admin-api']}`,
})

async function setUp(env: NodeJS.ProcessEnv, backing: Backing): Promise<void> {
  const { signal } = new AbortController()
  const onPrimary = { ...env, DATABASE_URL: backing.adminUrl() }
  await databaseCommand('setup', onPrimary, signal)
  await databaseCommand('migrate', onPrimary, signal)
}

interface Replicas {
  readonly counts: LaboratoryOptions<Backing>['counts']
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly ports: Ports
}

/** The gateway is ready when admin-api is: each service is started when those before it are. */
const startOrder: readonly (readonly ServiceName[])[] = [['auth', 'admin-api', 'scim'], ['mcp-gateway']]

async function startReplicas({ counts, env, folder, ports }: Replicas, parts: Closing[]): Promise<Replica[]> {
  const replicas: Replica[] = []
  for (const services of startOrder) {
    const next: Replica[] = []
    for (const service of services)
      for (let number = 1; number <= counts[service]; number += 1)
        next.push(await newReplica({ service, number, env, logFolder: join(folder, 'logs') }))
    replicas.push(...next)
    parts.push(() => Promise.all(next.map((replica) => replica.stop())))
    await Promise.all(next.map((replica) => replica.start()))
    for (const service of services) {
      const of = next.filter((replica) => replica.service === service).map(({ port }) => port)
      const balancers = [await startBalancer(of, '/ready', ports[service])]
      if (service === 'auth') balancers.push(await startBalancer(of, '/health', ports.documents))
      parts.push(() => balancers.forEach((balancer) => void balancer.close()))
    }
  }
  return replicas
}

async function queryOnce<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
