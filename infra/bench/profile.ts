import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { freePort } from '@signet/local-servers'
import { root } from '../local/repository.ts'
import { drive } from './load.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin } from './stack.ts'
import { startSecond } from './start-times.ts'
import { figures, type Target } from './target.ts'
import type { Pace } from './token-rates.ts'

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
      readonly columnNumber: number
    }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

type Shares = readonly (readonly [owner: string, share: number])[]

const least = 0.05

export async function showLimits(stack: BenchStack, signet: Target, pace: Pace): Promise<void> {
  heading(
    'Where the time goes',
    'main thread of a second authorization server, sampled under the same load; shares of its busy time by whose code ran',
  )
  const inspectorPort = await freePort()
  const second = await startSecond(stack.pids.auth, [`--inspect=127.0.0.1:${inspectorPort}`])
  pin(second.pid, 0)
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)
  const [inspector] = (await response.json()) as { webSocketDebuggerUrl: string }[]
  for (const figure of figures) {
    const { clients, before } = await figure.load({ ...signet, port: second.port }, pace.connections)
    await before?.(4_000)
    await drive(second.port, clients, pace.slice / 2)
    const shares = await profile(inspector?.webSocketDebuggerUrl ?? '', () =>
      drive(second.port, clients, pace.slice),
    )
    line(figure.name, textsOf(shares), '')
  }
  second.close()
}

const textsOf = (shares: Shares): string =>
  shares
    .filter(([, share]) => share >= least)
    .map(([owner, share]) => `${owner} ${Math.round(share * 100)} %`)
    .join(', ')

const bundleMap = () =>
  new SourceMap(JSON.parse(readFileSync(`${root}services/auth/dist/main.js.map`, 'utf8')) as never)

async function profile(inspector: string, work: () => Promise<unknown>): Promise<Shares> {
  const socket = new WebSocket(inspector)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let id = 0
  const call = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      id += 1
      const own = id
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: unknown }
        if (answer.id !== own) return
        socket.removeEventListener('message', onMessage)
        resolve(answer.result)
      }
      socket.addEventListener('message', onMessage)
      socket.send(JSON.stringify({ id: own, method, params }))
    })
  await call('Profiler.enable')
  await call('Profiler.start')
  await work()
  const { profile: sampled } = (await call('Profiler.stop')) as { profile: CpuProfile }
  socket.close()
  return sharesOf(sampled)
}

function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Shares {
  const bundle = bundleMap()
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame, bundle)]))
  const spent = new Map<string, number>()
  let busy = 0
  for (const [index, sample] of samples.entries()) {
    const owner = owners.get(sample) ?? ''
    if (owner === '(idle)') continue
    const time = timeDeltas[index] ?? 0
    busy += time
    spent.set(owner, (spent.get(owner) ?? 0) + time)
  }
  return [...spent]
    .map(([owner, time]) => [owner, time / busy] as const)
    .toSorted(([, left], [, right]) => right - left)
}

function ownerOf(
  { functionName, url, lineNumber, columnNumber }: CpuProfile['nodes'][number]['callFrame'],
  bundle: SourceMap,
): string {
  if (url.startsWith('node:')) return 'Node.js'
  if (url === '') return engine(functionName)
  const found = bundle.findEntry(lineNumber, columnNumber)
  const source = 'originalSource' in found ? String(found.originalSource) : ''
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  if (name === undefined) return 'Signet'
  if (/^(?:pg|postgres|sql-template)/.test(name)) return 'PostgreSQL driver'
  return name === 'oidc-provider' || name === 'jose' ? name : 'koa and other libraries'
}

/** Functions without a script. Cryptographic jobs are called `run`. */
function engine(functionName: string): string {
  if (functionName === '(idle)') return functionName
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === 'run') return 'signatures'
  return /^write/.test(functionName) ? 'socket writes' : 'engine and kernel'
}
