import { startCeiling } from './ceiling.ts'
import { type Comparison, compare, type Variant } from './compare.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin } from './stack.ts'
import { type Figure, figures, type Target } from './target.ts'

export interface Pace {
  readonly rounds: number
  readonly slice: number
  readonly connections: number
}

const clientCount = 300

/** The base is the same request to oidc-provider in memory, in turns. */
export async function compareTokenRates(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: Target,
  pace: Pace,
): Promise<void> {
  heading(
    'Token requests on one core',
    `${pace.connections} connections, ${pace.rounds} rounds of ${pace.slice} s; ratio of rates to the same oidc-provider in memory, processor time of a request against its own, and what PostgreSQL adds`,
  )
  const ceiling = await startCeiling()
  pin(ceiling.pid, 0)
  for (const figure of figures) {
    const variants = [
      await variantOf(figure, ceiling, pace, 'memory'),
      await variantOf(figure, signet, pace, 'signet'),
      // Control of the first figure: the same variant of Signet twice.
      ...(figure === figures[0] ? [await variantOf(figure, signet, pace, 'again')] : []),
    ]
    const result = await compare(variants, pace.rounds, pace.slice)
    if (figure === figures[0]) control(result)
    line(
      figure.name,
      figureOf(result, 'signet', 'memory'),
      `aim ${figure.aim.toFixed(2)}; limit: ${figure.limit}`,
    )
  }
  ceiling.close()
  await compareClients(stack, prepared, signet, pace)
}

export async function variantOf(
  figure: Pick<Figure, 'load'>,
  target: Target,
  { connections }: Pace,
  name: string,
): Promise<Variant> {
  const { pid, port, databasePid } = target
  return { name, pid, port, databasePid, ...(await figure.load(target, connections)) }
}

const control = ({ ratios }: Comparison): void =>
  line(
    'A/A control',
    (Number(ratios.again) / Number(ratios.signet)).toFixed(3),
    'within 0.95 to 1.05, or the run says nothing',
  )

async function compareClients(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: Target,
  pace: Pace,
): Promise<void> {
  const [figure] = figures
  if (!figure) return
  const { sql } = stack
  await sql.query(
    `INSERT INTO clients SELECT r.* FROM clients c CROSS JOIN generate_series(1, $2::int) n
       CROSS JOIN LATERAL jsonb_populate_record(c, jsonb_build_object('id', 'bench-' || n)) r WHERE c.id = $1`,
    [prepared.clientId, clientCount],
  )
  await sql.query('UPDATE projects SET version = version + 1 WHERE id = $1', [prepared.projectId])
  const applications = Array.from({ length: clientCount }, (_, index) => ({
    ...signet,
    authorization: prepared.authorizationOf(`bench-${index + 1}`),
  }))
  const result = await compare(
    [
      await variantOf(figure, signet, pace, 'one'),
      {
        name: 'many',
        pid: signet.pid,
        port: signet.port,
        databasePid: signet.databasePid,
        ...(await inRotation(figure, applications, pace)),
      },
    ],
    pace.rounds,
    pace.slice,
  )
  line(
    `the same of ${clientCount} applications against one`,
    figureOf(result, 'many', 'one'),
    'aim 0.90; limit: none of its own, 1,000 applications are held',
  )
}

export async function inRotation(figure: Figure, targets: readonly Target[], { connections }: Pace) {
  const clients = (await Promise.all(targets.map((target) => figure.load(target, 1)))).flatMap(
    (load) => load.clients,
  )
  let turn = 0
  const next = () => {
    turn += 1
    return clients[turn % clients.length]?.next()
  }
  return { clients: Array.from({ length: connections }, () => ({ next })) }
}

export const figureOf = ({ rates, ratios, cpu, database }: Comparison, name: string, base: string): string =>
  `${Number(ratios[name]).toFixed(2)}  (${Math.round(Number(rates[name]))}/s; ${Math.round(Number(cpu[name]))} µs against ${Math.round(Number(cpu[base]))}; PostgreSQL ${Math.round(Number(database[name]))} µs)`
