import { fork } from 'node:child_process'
import { type Comparison, compare } from './compare.ts'
import { drive, plainGet } from './load.ts'
import { heading, line } from './report.ts'
import { pin } from './stack.ts'
import type { Target } from './target.ts'
import type { Pace } from './token-rates.ts'

const documents = [
  { name: 'discovery', path: '/.well-known/openid-configuration' },
  { name: 'key set', path: '/jwks' },
] as const

export async function compareDocuments(signet: Target, pace: Pace): Promise<void> {
  heading(
    'Discovery and key set',
    'against plain node:http answering the same bytes, headers included; ratio of processor time, since the load tires before either server does',
  )
  for (const { name, path } of documents) {
    const shot = plainGet(`${signet.path}${path}`, signet.host)
    const clients = Array.from({ length: pace.connections * 2 }, () => ({ next: () => shot, same: shot }))
    const response = await fetch(`http://${signet.host}${shot.path}`)
    const bare = await startPlain(await response.text(), headersOf(response))
    const variants = [
      { name: 'plain', pid: bare.pid, port: bare.port, clients },
      { name: 'signet', pid: signet.pid, port: signet.port, clients },
    ]
    // The first document would be measured before its code is optimised.
    for (const { port } of variants) await drive(port, clients, pace.slice * 3)
    const result = await compare(variants, pace.rounds, pace.slice)
    bare.close()
    line(name, byProcessorTime(result), 'aim 0.80')
  }
}

const byProcessorTime = ({ rates, cpu }: Comparison): string =>
  `${(Number(cpu.plain) / Number(cpu.signet)).toFixed(2)}  (${Math.round(Number(rates.signet))}/s; ${Math.round(Number(cpu.signet))} µs against ${Math.round(Number(cpu.plain))})`

/** Node.js adds the excluded headers by itself. */
const headersOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)))

async function startPlain(body: string, headers: Record<string, string>) {
  const child = fork(new URL('./plain-document.ts', import.meta.url), {
    env: { ...process.env, BENCH_BODY: body, BENCH_HEADERS: JSON.stringify(headers) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(Number(message))),
  )
  const pid = child.pid ?? 0
  pin(pid, 0)
  return { pid, port, close: () => void child.kill() }
}
