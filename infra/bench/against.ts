import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { type Comparison, compare, type Variant } from './compare.ts'
import { inTurn, plainGet, type Shot } from './load.ts'
import { type PreparedInstance, prepare } from './prepare.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin, pinDatabase, startBenchStack } from './stack.ts'
import { signetTarget } from './stock.ts'
import { type Figure, figures, type Target } from './target.ts'
import { type Pace, variantOf } from './token-rates.ts'

interface Side {
  readonly stack: BenchStack
  readonly prepared: PreparedInstance
  readonly target: Target
  readonly users: readonly string[]
}

/** A compared request, with its load under a name of the comparison. */
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

/** A console that sends one request after another, about the users in turn. */
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
 * `npm run bench -- --against COMMIT`: builds the commit in a separate checkout, starts it twice and this checkout
 * once, and measures each request at all three in turns; `-- --against COMMIT refresh` measures only requests with this
 * word in their name. The servers share one core; the load and their PostgreSQL share the other. The control is a
 * separate product, because a process that is measured twice as often as the others is faster by a fifth to a half,
 * even for the same commit.
 */
export async function compareWithCommit(commit: string, words: string, pace: Pace): Promise<void> {
  const checkout = checkoutOf(commit)
  const started: BenchStack[] = []
  const sideFrom = async (folder?: string): Promise<Side> => {
    const stack = await startBenchStack(folder)
    started.push(stack)
    return sideOf(stack)
  }
  try {
    const sides = {
      earlier: await sideFrom(checkout),
      now: await sideFrom(),
      again: await sideFrom(checkout),
    }
    await compareSides({ commit, words, sides }, pace)
  } finally {
    for (const stack of started) await stack.close()
  }
}

/** Kept for the next run; its node_modules are links to the store of pnpm. */
function checkoutOf(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const id = git('rev-parse', '--verify', `${commit}^{commit}`)
  const folder = join(root, '.local', 'bench', id)
  if (existsSync(folder)) return folder
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['archive', id], { cwd: root, maxBuffer: 2 ** 30 }),
  })
  return folder
}

interface Work {
  readonly commit: string
  /** Part of the names of the requests to measure. */
  readonly words: string
  readonly sides: Readonly<Record<'earlier' | 'now' | 'again', Side>>
}

async function compareSides({ commit, words, sides }: Work, pace: Pace): Promise<void> {
  pin(process.pid, 1)
  heading(
    `Against ${commit}`,
    `${pace.connections} connections, ${pace.rounds} rounds of ${pace.slice} s; ratio of rates, of the server's processor time and of PostgreSQL's; in brackets the same of the control`,
  )
  for (const { name, variant } of compared.filter((one) => one.name.includes(words))) {
    const variants: Variant[] = []
    for (const as of ['earlier', 'now', 'again'] as const) variants.push(await variant(sides[as], pace, as))
    const result = await compare(variants, pace.rounds, pace.slice)
    line(name, ratiosOf(result), timesOf(result))
  }
}

async function sideOf(stack: BenchStack): Promise<Side> {
  const prepared = await prepare(stack, 32)
  const { rows } = await stack.sql.query<{ id: string }>('SELECT id FROM accounts WHERE project_id = $1', [
    prepared.projectId,
  ])
  for (const pid of Object.values(stack.pids)) pin(pid, 0)
  pinDatabase(stack, 1)
  return { stack, prepared, target: signetTarget(stack, prepared), users: rows.map(({ id }) => id) }
}

function ratiosOf({ ratios, cpuRatios, database }: Comparison): string {
  const pair = (now: number, again: number) => `${now.toFixed(2)} (${again.toFixed(2)})`
  const ofDatabase = (name: string) => Number(database[name]) / Number(database.earlier)
  return [
    `rate ${pair(Number(ratios.now), Number(ratios.again))}`,
    `server ${pair(Number(cpuRatios.now), Number(cpuRatios.again))}`,
    `PostgreSQL ${pair(ofDatabase('now'), ofDatabase('again'))}`,
  ].join('  ')
}

const timesOf = ({ cpu, database }: Comparison): string =>
  `${microseconds(cpu)} µs of the server, ${microseconds(database)} µs of PostgreSQL`

const microseconds = ({ earlier, now }: Readonly<Record<string, number>>): string =>
  `${Math.round(Number(earlier))} → ${Math.round(Number(now))}`
