import { freePort } from '@signet/local-servers'
import { type Comparison, compare } from './compare.ts'
import type { Client } from './load.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin } from './stack.ts'
import { startSecond } from './start-times.ts'
import { type Figure, figures, type Target } from './target.ts'
import type { Pace } from './token-rates.ts'

interface MonitoredVariant {
  readonly name: string
  readonly env: (port: number) => Readonly<Record<string, string>>
  readonly isScraped?: true
  readonly isTraced?: true
  readonly bar?: string
}

const off = { LOG_LEVEL: 'warn' }
const log = { LOG_LEVEL: 'info' }
const metrics = (port: number) => ({ SIGNET_METRICS_PORT: String(port) })

/** The first configuration is repeated as a control. Log lines are discarded. */
const watched: readonly MonitoredVariant[] = [
  { name: 'nothing', env: () => off },
  { name: 'nothing again', env: () => off, bar: 'within 0.98 to 1.02, or the run says nothing' },
  { name: 'metrics', env: (port) => ({ ...off, ...metrics(port) }), isScraped: true, bar: 'aim under 1.02' },
  { name: 'a log line for each request', env: () => log },
  { name: 'trace context', env: () => off, isTraced: true },
  { name: 'all of it', env: (port) => ({ ...log, ...metrics(port) }), isScraped: true, isTraced: true },
]

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

export async function measureWatching(stack: BenchStack, signet: Target, pace: Pace): Promise<void> {
  heading(
    'Being watched',
    'processor time of a token request at authorization servers that differ in what they are watched by alone, in turns; scraped before each slice, outside its time',
  )
  const [figure] = figures
  if (!figure) return
  const servers = await Promise.all(watched.map((one) => startWatched(stack, signet, figure, one, pace)))
  // Differences are small and the machine drifts.
  const result = await compare(servers, pace.rounds * 4, pace.slice / 4)
  for (const { close } of servers) close()
  for (const { name, bar = '' } of watched) line(name, costOf(result, name), bar)
}

async function startWatched(
  stack: BenchStack,
  signet: Target,
  figure: Figure,
  { name, env, isScraped, isTraced }: MonitoredVariant,
  { connections }: Pace,
) {
  const metricsPort = await freePort()
  const { pid, port, close } = await startSecond(stack.pids.auth, [], env(metricsPort))
  pin(pid, 0)
  const { clients } = await figure.load({ ...signet, pid, port }, connections)
  return {
    name,
    pid,
    port,
    close,
    clients: isTraced ? clients.map(traced) : clients,
    ...(isScraped && {
      async before() {
        await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      },
    }),
  }
}

/** One object, because unchanged requests are serialized once. */
function traced(client: Client): Client {
  const shot = client.next()
  if (!shot) return client
  const same = { ...shot, headers: { ...shot.headers, traceparent } }
  return { ...client, next: () => same }
}

const costOf = ({ cpu, cpuRatios }: Comparison, name: string): string =>
  `${Number(cpuRatios[name]).toFixed(3)}  (${Math.round(Number(cpu[name]))} µs)`
