import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { compare, median, type Variant } from './compare.ts'
import { inTurn, plainGet, type Shot } from './load.ts'
import { type PreparedInstance, prepare } from './prepare.ts'
import { heading, line } from './report.ts'
import { driveSignIns } from './sign-ins.ts'
import {
  type BenchStack,
  databaseTime,
  pin,
  pinDatabase,
  processorTime,
  residentMemory,
  type ServiceName,
  startBenchStack,
} from './stack.ts'
import { signetTarget } from './stock.ts'
import { type Figure, figures, type Target } from './target.ts'
import { type Pace, variantOf } from './token-rates.ts'

interface Side {
  readonly name: string
  readonly stack: BenchStack
  readonly prepared: PreparedInstance
  readonly target: Target
  readonly users: readonly string[]
}

interface ComparedRequest {
  readonly name: string
  variant(side: Side, pace: Pace, as: string): Promise<Variant>
}

const ofAuth = ({ name, load }: Pick<Figure, 'name' | 'load'>): ComparedRequest => ({
  name,
  variant: ({ target }, pace, as) => variantOf({ load }, target, pace, as),
})

const document = (name: string, path: string): ComparedRequest =>
  ofAuth({
    name,
    async load(target, connections) {
      const shot = plainGet(`${target.path}${path}`, target.host)
      // The first response is rendered; the others are served from memory with their headers in another spelling.
      await inTurn(target.port, { next: () => shot }, 1)
      return { clients: Array.from({ length: connections }, () => ({ next: () => shot, same: shot })) }
    },
  })

const ofAdministration = (name: string, method: 'GET' | 'PATCH'): ComparedRequest => ({
  name,
  async variant({ stack, prepared, users }, { connections }, as) {
    const clients = Array.from({ length: connections }, (_, index) => ({
      next: () => aboutUser(stack, prepared, users[index % users.length] ?? '', method),
    }))
    const { pids, ports, databasePid } = stack
    return { name: as, pid: pids['admin-api'], port: ports['admin-api'], databasePid, clients }
  },
})

const aboutUser = (
  { baseUrl }: BenchStack,
  { projectId, cookie }: PreparedInstance,
  id: string,
  method: 'GET' | 'PATCH',
): Shot => ({
  method,
  path: `/admin/api/projects/${projectId}/users/${id}`,
  headers: {
    host: new URL(baseUrl).host,
    cookie,
    origin: baseUrl,
    ...(method === 'PATCH' ? { 'content-type': 'application/json' } : {}),
  },
  ...(method === 'PATCH' ? { body: JSON.stringify({ profile: { displayName: randomUUID() } }) } : {}),
})

const compared: readonly ComparedRequest[] = [
  ...figures.map(ofAuth),
  document('discovery', '/.well-known/openid-configuration'),
  document('key set', '/jwks'),
  ofAdministration('administration read', 'GET'),
  ofAdministration('administration write', 'PATCH'),
]

/**
 * `npm run bench -- --against COMMIT[,COMMIT…] [WORD]`: builds each commit in a separate checkout, starts the first one twice and the
 * others and this checkout once, and measures each request whose name has WORD at all of them in turns. The servers share one core; the
 * load and their PostgreSQL share the other. The control is a separate product, because a process that is measured twice as often as
 * the others is faster by a fifth to a half, even for the same commit.
 */
export async function compareWithCommits(commits: string, words: string, pace: Pace): Promise<void> {
  const [first = '', ...others] = commits.split(',')
  const checkouts: [string, string | undefined][] = [
    [first, checkoutOf(first)],
    ...others.map((commit): [string, string] => [commit, checkoutOf(commit)]),
    ['now', undefined],
    [`${first} again`, checkoutOf(first)],
  ]
  const sides: Side[] = []
  try {
    for (const [name, folder] of checkouts) {
      console.log(`Starting ${name}`)
      sides.push(await sideOf(name, await startBenchStack(folder)))
    }
    pin(process.pid, 1)
    printMemory('Memory at rest', sides)
    await compareRequests(sides, words, pace)
    await compareSteps(sides, words, pace)
    printMemory('Memory after the load', sides)
  } finally {
    for (const { stack } of sides) await stack.close()
  }
}

/** The clone is kept for the next run; its node_modules are links to the store of pnpm. */
function checkoutOf(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const id = git('rev-parse', '--verify', `${commit}^{commit}`)
  const folder = join(root, '.local', 'bench', id)
  if (existsSync(folder)) return folder
  git('clone', '--quiet', '--shared', '--no-checkout', root, folder)
  git('-C', folder, 'checkout', '--quiet', '--detach', id)
  return folder
}

async function sideOf(name: string, stack: BenchStack): Promise<Side> {
  const prepared = await prepare(stack, 32)
  const { rows } = await stack.sql.query<{ id: string }>('SELECT id FROM accounts WHERE project_id = $1', [
    prepared.projectId,
  ])
  for (const pid of Object.values(stack.pids)) pin(pid, 0)
  pinDatabase(stack, 1)
  return { name, stack, prepared, target: signetTarget(stack, prepared), users: rows.map(({ id }) => id) }
}

async function compareRequests(sides: readonly Side[], words: string, pace: Pace): Promise<void> {
  const names = sides.map(({ name }) => name).join(' | ')
  heading(
    'Requests',
    `${pace.connections} connections, ${pace.rounds} rounds of ${pace.slice} s; ratio of rates to the first commit, and µs of the server and of PostgreSQL per request: ${names}`,
  )
  for (const { name, variant } of compared.filter((one) => one.name.includes(words))) {
    const variants: Variant[] = []
    for (const side of sides) variants.push(await variant(side, pace, side.name))
    const { ratios, cpu, database } = await compare(variants, pace.rounds, pace.slice)
    const each = (values: Readonly<Record<string, number>>, digits: number) =>
      sides.map((side) => Number(values[side.name]).toFixed(digits)).join(' | ')
    line(name, `rate ${each(ratios, 2)}`, `server ${each(cpu, 0)}; PostgreSQL ${each(database, 0)}`)
  }
}

interface Step {
  readonly name: string
  readonly service: ServiceName
  repeat(side: Side, seconds: number): Promise<number>
}

const steps: readonly Step[] = [
  {
    name: 'password sign-in',
    service: 'auth',
    async repeat({ stack, prepared }, seconds) {
      const started = performance.now()
      const perSecond = await driveSignIns(stack.ports.auth, prepared, 8, seconds)
      return Math.round((perSecond * (performance.now() - started)) / 1000)
    },
  },
  {
    name: 'creation of a project',
    service: 'admin-api',
    async repeat({ stack, prepared }, seconds) {
      const end = performance.now() + seconds * 1000
      let count = 0
      for (; performance.now() < end; count += 1) await createProject(stack, prepared)
      return count
    },
  },
]

async function createProject({ baseUrl }: BenchStack, { cookie }: PreparedInstance): Promise<void> {
  const name = `p${randomUUID().replaceAll('-', '').slice(0, 20)}`
  const response = await fetch(`${baseUrl}/admin/api/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify({ name, slug: name }),
  })
  if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`)
}

async function compareSteps(sides: readonly Side[], words: string, { rounds, slice }: Pace): Promise<void> {
  heading(
    'Work of several requests',
    `repetitions per second, and milliseconds of the server and of PostgreSQL: ${sides.map(({ name }) => name).join(' | ')}`,
  )
  for (const step of steps.filter((one) => one.name.includes(words))) {
    for (const side of sides) await step.repeat(side, slice * 2)
    const measured = sides.map(() => ({
      rate: [] as number[],
      cpu: [] as number[],
      database: [] as number[],
    }))
    for (let round = 0; round < rounds; round += 1)
      for (let index = 0; index < sides.length; index += 1) {
        const at = (index + round) % sides.length
        const side = sides[at]
        if (!side) continue
        const { rate, cpu, database } = await timeStep(step, side, slice * 2)
        measured[at]?.rate.push(rate)
        measured[at]?.cpu.push(cpu)
        measured[at]?.database.push(database)
      }
    const each = (of: 'rate' | 'cpu' | 'database') =>
      measured.map((values) => median(values[of]).toFixed(1)).join(' | ')
    line(step.name, `${each('rate')} /s`, `server ${each('cpu')} ms; PostgreSQL ${each('database')} ms`)
  }
}

async function timeStep(step: Step, side: Side, seconds: number) {
  const { pids, databasePid } = side.stack
  const [begun, databaseBegun, started] = [
    processorTime(pids[step.service]),
    databaseTime(databasePid),
    performance.now(),
  ]
  const count = await step.repeat(side, seconds)
  return {
    rate: (count / (performance.now() - started)) * 1000,
    cpu: (processorTime(pids[step.service]) - begun) / count / 1000,
    database: (databaseTime(databasePid) - databaseBegun) / count / 1000,
  }
}

function printMemory(title: string, sides: readonly Side[]): void {
  heading(title, `resident MiB of each service: ${sides.map(({ name }) => name).join(' | ')}`)
  for (const service of ['auth', 'admin-api', 'scim', 'mcp-gateway'] as const)
    line(service, sides.map(({ stack }) => residentMemory(stack.pids[service])).join(' | '), '')
}
