import { randomUUID } from 'node:crypto'
import { median } from './compare.ts'
import type { Client, Shot } from './load.ts'
import type { PreparedInstance } from './prepare.ts'
import { activeProject, peopledProjects } from './projects.ts'
import { heading, line } from './report.ts'
import { signIn } from './sign-ins.ts'
import { type BenchStack, pin } from './stack.ts'
import { startSecond } from './start-times.ts'
import type { SignetTarget } from './stock.ts'
import { type Figure, figures, type Load, type Target } from './target.ts'
import { measureTimed, type TimedResult, type Work, worked } from './timed.ts'
import type { Pace } from './token-rates.ts'

/** Connections of each service in small installations. */
const poolSizes = [2, 4] as const

/** Connections of a kind while it runs separately, and in the mixture. */
const alone = 16
const connections = { figure: 2, signIn: 2, read: 2, write: 1 } as const

const codesPerSecond = 1_500

export interface Kind {
  readonly name: string
  readonly group: 'tokens' | 'sign-ins' | 'administration'
  readonly share: number
  readonly work: readonly Work[]
  before?(requests: number): Promise<void>
}

/**
 * Runs all kinds of requests concurrently over many projects, to detect effects that single kinds do not have, such as a pool that
 * prefers one kind. Reports the rate of the mixture as a share of the weighted sum of the single rates.
 */
export async function measureMixedLoad(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: SignetTarget,
  pace: Pace,
): Promise<void> {
  heading(
    'Mixed load on one core',
    `tokens of every kind, refresh, UserInfo, introspection, sign-ins, administration reads and writes at once, over ${peopledProjects} projects; its rate against the weighted sum of each kind by itself`,
  )
  for (const poolSize of poolSizes) {
    const changes = { SIGNET_DATABASE_POOL: String(poolSize) }
    const auth = await startSecond(stack.pids.auth, [], changes)
    const admin = await startSecond(stack.pids['admin-api'], [], changes)
    for (const { pid } of [auth, admin]) pin(pid, 0)
    try {
      const kinds = await kindsAt(stack, prepared, signet, { auth: auth.port, admin: admin.port })
      await show(poolSize, kinds, {
        ...pace,
        rounds: Math.floor(pace.rounds / 2),
        slice: Math.min(pace.slice, 0.6),
      })
    } finally {
      auth.close()
      admin.close()
    }
  }
}

export const kindsAt = async (
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: SignetTarget,
  ports: { readonly auth: number; readonly admin: number },
): Promise<Kind[]> => [
  ...(await tokenKinds(signet, ports.auth)),
  signInKind(prepared, ports.auth),
  ...(await administrationKinds(stack, prepared, ports.admin)),
]

/**
 * Compares the mixture with each kind at 16 connections, and with each kind at its connections of the mixture: two connections share
 * fewer statements than 16, so that the first ratio includes the loss by a lower concurrency.
 */
async function show(poolSize: number, kinds: readonly Kind[], { rounds, slice }: Pace): Promise<void> {
  const single: number[][] = []
  const singleAtShare: number[][] = []
  const together: number[][] = []
  const measured = kinds.map((): TimedResult => ({ times: [], errors: [], seconds: 0 }))
  await mixtureOf(kinds, slice)
  for (let round = 0; round < rounds; round += 1) {
    single.push(await singleRates(kinds, slice, ({ work }) => work))
    singleAtShare.push(await singleRates(kinds, slice, ({ work, share }) => work.slice(0, share)))
    const mixed = await mixtureOf(kinds, slice * 2)
    together.push(mixed.map(worked))
    for (const [index, { times, errors }] of mixed.entries()) {
      measured[index]?.times.push(...times)
      measured[index]?.errors.push(...errors)
    }
  }
  const medianOf = (rates: readonly number[][], index: number) =>
    median(rates.map((round) => round[index] ?? 0))
  const against = (separate: readonly number[][]) =>
    kinds
      .reduce((sum, _kind, index) => sum + medianOf(together, index) / (medianOf(separate, index) || 1), 0)
      .toFixed(2)
  const total = kinds.reduce((sum, _kind, index) => sum + medianOf(together, index), 0)
  const refused = measured.flatMap(({ errors }) => errors)
  line(`pool of ${poolSize}: rate of the mixture`, `${against(single)}  (${Math.round(total)}/s)`, 'aim 0.90')
  line('  against each with its connections here', against(singleAtShare), '')
  line('  99th percentile', latenciesOf(kinds, measured), 'the wait for the core included')
  line('  errors', refused.length === 0 ? 'none' : `${refused.length}: ${refused[0]}`, 'none')
  if (refused.length > 0) process.exitCode = 1
}

async function singleRates(
  kinds: readonly Kind[],
  slice: number,
  workOf: (kind: Kind) => readonly Work[],
): Promise<number[]> {
  const rates: number[] = []
  for (const kind of kinds) {
    await kind.before?.(codesPerSecond * slice)
    const [measured] = await measureTimed([workOf(kind)], slice)
    rates.push(measured ? worked(measured) : 0)
  }
  return rates
}

async function mixtureOf(kinds: readonly Kind[], seconds: number): Promise<TimedResult[]> {
  await prepareKinds(kinds, codesPerSecond * seconds)
  return runKinds(kinds, seconds)
}

export async function prepareKinds(kinds: readonly Kind[], requests: number): Promise<void> {
  for (const { before } of kinds) await before?.(requests)
}

export const runKinds = (kinds: readonly Kind[], seconds: number): Promise<TimedResult[]> =>
  measureTimed(
    kinds.map(({ work, share }) => work.slice(0, share)),
    seconds,
  )

export const latenciesOf = (kinds: readonly Kind[], mixed: readonly TimedResult[]): string =>
  (['tokens', 'sign-ins', 'administration'] as const)
    .map((group) => {
      const times = mixed.flatMap((kind, index) => (kinds[index]?.group === group ? kind.times : []))
      const sorted = times.toSorted((a, b) => a - b)
      return `${group} ${Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)} ms`
    })
    .join(', ')

async function tokenKinds(signet: SignetTarget, port: number): Promise<Kind[]> {
  const targets = range(peopledProjects).map((index) => signet.inProject(activeProject(index + 1)))
  const kinds: Kind[] = []
  for (const figure of figures) kinds.push(await tokenKind(figure, port, targets))
  return kinds
}

async function tokenKind(figure: Figure, port: number, targets: readonly Target[]): Promise<Kind> {
  const loads: Load[] = []
  for (const target of targets) loads.push(await figure.load(target, alone))
  return {
    name: figure.name,
    group: 'tokens',
    share: connections.figure,
    work: range(alone).map((index) => ({
      port,
      client: inTurns(loads.flatMap(({ clients }) => clients[index] ?? [])),
    })),
    async before(requests) {
      for (const load of loads) await load.before?.(Math.ceil(requests / loads.length))
    },
  }
}

function inTurns(clients: readonly Client[]): Client {
  let index = 0
  const current = () => clients[index % clients.length]
  return {
    next() {
      index += 1
      return current()?.next()
    },
    onAnswer(status, body) {
      const client = current()
      if (client?.onAnswer) client.onAnswer(status, body)
      else if (status !== 200) throw new Error(`status ${status}: ${body}`)
    },
  }
}

function signInKind(prepared: PreparedInstance, port: number): Kind {
  let count = 0
  const next = () => {
    count += 1
    const { clientId, path } = activeProject(1 + (count % peopledProjects))
    return signIn(port, { ...prepared, clientId, issuer: new URL(path, prepared.issuer).href }, count)
  }
  return {
    name: 'sign-in',
    group: 'sign-ins',
    share: connections.signIn,
    work: range(8).map(() => ({ run: next })),
  }
}

async function administrationKinds(
  stack: BenchStack,
  prepared: PreparedInstance,
  port: number,
): Promise<Kind[]> {
  const { rows: people } = await stack.sql.query<{ projectId: string; id: string }>(
    'SELECT project_id AS "projectId", id FROM accounts WHERE project_id = ANY($1)',
    [range(peopledProjects).map((index) => activeProject(index + 1).projectId)],
  )
  const request = (method: string, path: string, body?: object): Shot => ({
    method,
    path: `/admin/api/projects/${path}`,
    headers: {
      host: new URL(stack.baseUrl).host,
      cookie: prepared.cookie,
      origin: stack.baseUrl,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  let turn = 0
  const person = () => {
    turn += 1
    return people[turn % people.length] ?? { projectId: '', id: '' }
  }
  const read = () => {
    const { projectId, id } = person()
    const pages = ['', '/clients', '/users?count=50', `/users/${id}`]
    return request('GET', `${projectId}${pages[turn % pages.length]}`)
  }
  const write = () => {
    const { projectId, id } = person()
    return request('PATCH', `${projectId}/users/${id}`, { profile: { displayName: randomUUID() } })
  }
  return [
    { name: 'read', next: read, share: connections.read },
    { name: 'write', next: write, share: connections.write },
  ].map(({ name, next, share }) => ({
    name,
    group: 'administration',
    share,
    work: range(alone).map(() => ({ port, client: { next } })),
  }))
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index)
