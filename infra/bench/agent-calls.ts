import { median } from './compare.ts'
import { bearerGet } from './load.ts'
import { callOf, permitMachine } from './machine.ts'
import type { Prepared } from './prepare.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin } from './stack.ts'
import { measureTimed, type Timed } from './timed.ts'
import type { Pace } from './token-rates.ts'

/** Long enough for both to be compiled: the gateway has served nothing yet. */
const warmUpSeconds = 15

/** A tool of the agent endpoint against the route it stands for, called directly with the same token, one at a time. */
export async function compareAgentCalls(
  stack: BenchStack,
  { cookie, projectId }: Prepared,
  { rounds, slice }: Pace,
): Promise<void> {
  heading(
    'A call of an agent',
    'the tool project_get at /mcp against GET /projects/:id with the same token, one at a time, in turns; gateway and administration API on one core',
  )
  pin(stack.pids['mcp-gateway'], 0)
  const token = await (await permitMachine(stack, cookie))()
  const { host } = new URL(stack.baseUrl)
  const route = bearerGet(`/admin/api/projects/${projectId}`, host, token)
  const direct = { port: stack.ports['admin-api'], shot: route }
  const tool = { port: stack.ports['mcp-gateway'], shot: callOf(token, host, 'project_get', { projectId }) }
  const figures = { direct: figuresOf(), tool: figuresOf() }
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, { port, shot }] of Object.entries({ direct, tool })) {
      const seconds = round === 0 ? warmUpSeconds : slice
      const [timed] = await measureTimed([[{ port, client: { next: () => shot } }]], seconds)
      if (timed && round > 0) note(figures[name as keyof typeof figures], timed)
    }
  line('median', ratio(figures, 'median'), 'aim under 1.50')
  line('99th percentile', ratio(figures, 'last'), 'aim under 1.50')
}

const figuresOf = () => ({ median: [] as number[], last: [] as number[] })

type Figures = ReturnType<typeof figuresOf>

function note(figures: Figures, { times, errors: [error] }: Timed): void {
  if (error) throw new Error(error)
  const sorted = times.toSorted((a, b) => a - b)
  figures.median.push(median(sorted))
  figures.last.push(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
}

function ratio({ direct, tool }: { direct: Figures; tool: Figures }, of: keyof Figures): string {
  const ratios = tool[of].map((time, round) => time / (direct[of][round] ?? Number.NaN))
  return `${median(ratios).toFixed(2)}  (${median(tool[of]).toFixed(1)} ms against ${median(direct[of]).toFixed(1)})`
}
