import { median } from './compare.ts'
import { bearerGet, type Shot } from './load.ts'
import { callOf, permitMachine } from './machine.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import type { BenchStack } from './stack.ts'
import { measureTimed, type TimedResult } from './timed.ts'
import type { Pace } from './token-rates.ts'

/** Seconds until the code of both sides is optimised: the gateway has not served any request yet. */
const warmUpSeconds = 6

/** Built again for each call. */
interface Act {
  readonly direct: () => Shot
  readonly tool: () => Shot
}

type Ports = Readonly<Record<keyof Act, number>>

/**
 * Compares a tool of the agent endpoint with its route, with the same token, one request at a time: at the address of the instance, as
 * agents and scripts call it, and once without the edge, so that only the route is common to both.
 */
export async function compareAgentCalls(
  stack: BenchStack,
  prepared: PreparedInstance,
  pace: Pace,
): Promise<void> {
  heading(
    'A call of an agent',
    'a tool at /mcp against its route, with the same token, one at a time, in turns: medians; nothing is bound to a core',
  )
  const { one, page, change } = await actsOf(stack, prepared)
  const address = { direct: stack.edgePort, tool: stack.edgePort }
  const services = { direct: stack.ports['admin-api'], tool: stack.ports['mcp-gateway'] }
  await show('project_get', one, address, pace, aim)
  await show('project_user_list, 20 users', page, address, pace, aim)
  await show('project_user_update', change, address, pace, aim)
  await show('project_get without the edge', one, services, pace, '')
}

const aim = 'aim under 1.50'

async function actsOf(stack: BenchStack, { cookie, projectId }: PreparedInstance) {
  const token = await (await permitMachine(stack, cookie))()
  const { host } = new URL(stack.baseUrl)
  const route = `/admin/api/projects/${projectId}`
  const [user] = (await stack.sql.query('SELECT id FROM accounts WHERE project_id = $1', [projectId])).rows
  const reading = (path: string, tool: string): Act => {
    const direct = bearerGet(path, host, token)
    const call = callOf(token, host, tool, { projectId })
    return { direct: () => direct, tool: () => call }
  }

  const change = () => ({ profile: { displayName: crypto.randomUUID() } })
  const { headers } = bearerGet(route, host, token)
  const patch = {
    method: 'PATCH',
    path: `${route}/users/${user.id}`,
    headers: { ...headers, 'content-type': 'application/json' },
  }
  return {
    one: reading(route, 'project_get'),
    page: reading(`${route}/users`, 'project_user_list'),
    change: {
      direct: () => ({ ...patch, body: JSON.stringify(change()) }),
      tool: () => callOf(token, host, 'project_user_update', { projectId, userId: user.id, ...change() }),
    },
  }
}

async function show(
  name: string,
  act: Act,
  ports: Ports,
  { rounds, slice }: Pace,
  aim: string,
): Promise<void> {
  const figures = { direct: figuresOf(), tool: figuresOf() }
  for (let round = 0; round <= rounds; round += 1)
    for (const side of ['direct', 'tool'] as const) {
      const work = { port: ports[side], client: { next: act[side] } }
      const [timed] = await measureTimed([[work]], round === 0 ? warmUpSeconds : slice)
      if (timed && round > 0) note(figures[side], timed)
    }
  line(name, ratio(figures, 'median'), aim)
  line('  its 99th percentile', ratio(figures, 'last'), aim)
}

const figuresOf = () => ({ median: [] as number[], last: [] as number[] })

type Figures = ReturnType<typeof figuresOf>

function note(figures: Figures, { times, errors: [error] }: TimedResult): void {
  if (error) throw new Error(error)
  const sorted = times.toSorted((a, b) => a - b)
  figures.median.push(median(sorted))
  figures.last.push(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
}

function ratio({ direct, tool }: Record<keyof Act, Figures>, of: keyof Figures): string {
  const ratios = tool[of].map((time, round) => time / (direct[of][round] ?? Number.NaN))
  return `${median(ratios).toFixed(2)}  (${median(tool[of]).toFixed(1)} ms against ${median(direct[of]).toFixed(1)})`
}
