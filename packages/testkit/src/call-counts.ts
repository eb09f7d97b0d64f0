import { freePort } from '@signet/local-servers'
import { sourceFile } from './main-file.ts'
import { startServiceProcess } from './service-process.ts'

/** Independent of the speed of the machine. */
export interface CallCounts {
  /** Functions of files; those of Node.js itself are left out, so that its version does not matter. */
  readonly calls: number
  readonly statements: number
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
    }[]
  }[]
}

export interface CountedRequest {
  send(): Promise<unknown>
  /** Fewer for a long request, so that no periodic job runs in every round. Default 10. */
  readonly requests?: number
  /** Creates single-use values, before the requests are counted. */
  prepareRound?(requests: number): Promise<void>
}

const requestsOfRound = 10
/** Other programs of a busy machine add calls to most rounds: further rounds find the cost of the request itself. */
const rounds = { least: 3, most: 30 } as const

/** A request can be read from its socket in more or fewer pieces. */
const countTolerance = 1.02

/** Function calls of the process are counted through its inspector. */
export async function startCountedService(name: 'auth' | 'admin-api', env: NodeJS.ProcessEnv) {
  const inspectorPort = await freePort()
  const options = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort} --inspect-publish-uid=http` }
  const service = await startServiceProcess(name, { ...env, ...options }, sourceFile(name))
  const { call, close } = await connectInspector(inspectorPort)
  await call('Profiler.enable')
  await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const round = async (request: CountedRequest, requests: number): Promise<CallsOfFunctions> => {
    await request.prepareRound?.(requests)
    await call('Profiler.takePreciseCoverage')
    for (let index = 0; index < requests; index += 1) await request.send()
    return callsOf((await call('Profiler.takePreciseCoverage')) as Coverage)
  }
  return {
    address: service.address,
    /**
     * Adds the lowest count of each function in several rounds: background work can only add to a count. Ends when the sums are within
     * their limits, and after thirty rounds when they are not.
     * @returns the parts of the cost that exceed their limits, each as a sentence
     * @throws Error when no statement was counted, because every request sends at least one
     */
    async excessOf(request: CountedRequest, limit: CallCounts): Promise<readonly string[]> {
      const { requests = requestsOfRound } = request
      await round(request, requests)
      let least = await round(request, requests)
      const isEnough = (done: number) =>
        done >= rounds.most || (done >= rounds.least && excess(countsOf(least, requests), limit).length === 0)
      for (let done = 1; !isEnough(done); done += 1) least = lowest(least, await round(request, requests))
      const cost = countsOf(least, requests)
      if (process.env.SIGNET_PRINT_COSTS) console.log(cost)
      if (cost.statements === 0) throw new Error('No statement of the request was counted.')
      return excess(cost, limit)
    },
    async stop(): Promise<void> {
      close()
      await service.stop()
    },
  }
}

/** Key: file, position in the file, and name. */
type CallsOfFunctions = ReadonlyMap<string, number>

const statementFunction = /\/pg\/lib\/client\.js \d+ query$/

function callsOf({ result }: Coverage): CallsOfFunctions {
  const calls = new Map<string, number>()
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges
      if (whole) calls.set(`${url} ${whole.startOffset} ${functionName}`, whole.count)
    }
  }
  return calls
}

function lowest(first: CallsOfFunctions, second: CallsOfFunctions): CallsOfFunctions {
  return new Map([...first].map(([key, count]) => [key, Math.min(count, second.get(key) ?? 0)]))
}

/** Rounds to whole calls of a request: a fraction is a reused connection or a request that ended in the next round. */
function countsOf(functions: CallsOfFunctions, requests: number): CallCounts {
  const cost = { calls: 0, statements: 0 }
  for (const [key, count] of functions) {
    const ofRequest = Math.round(count / requests)
    cost.calls += ofRequest
    if (statementFunction.test(key)) cost.statements += ofRequest
  }
  return cost
}

function excess(cost: CallCounts, limit: CallCounts): string[] {
  const most = { statements: limit.statements, calls: Math.floor(limit.calls * countTolerance) }
  return (['statements', 'calls'] as const)
    .filter((part) => cost[part] > most[part])
    .map((part) => `${cost[part]} ${part}, and at most ${most[part]} are permitted`)
}

async function connectInspector(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await response.json()) as { readonly webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let id = 0
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      id += 1
      const own = id
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown }
        if (answer.id !== own) return
        socket.removeEventListener('message', onMessage)
        resolve(answer.result)
      }
      socket.addEventListener('message', onMessage)
      socket.send(JSON.stringify({ id: own, method, params }))
    })
  return { call, close: () => socket.close() }
}
