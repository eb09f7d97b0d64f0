import { freePort } from '@signet/local-servers'
import { sourceFile } from './main-file.ts'
import { startServiceProcess } from './service-process.ts'

/** Cost of one request, independent of the speed of the machine. */
export interface CallCounts {
  /** Calls of all functions of files; those of Node.js itself are left out, so that its version does not matter. */
  readonly calls: number
  readonly statements: number
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }[]
}

const requestsOfRound = 10
const rounds = 9

export const countedRequests = requestsOfRound * (rounds + 1)

/** Share by which a count may exceed its maximum: a request can be read from its socket in more or fewer pieces. */
export const countTolerance = 1.02

/** Starts a service as a separate process whose function calls are counted through its inspector. */
export async function startCountedService(name: 'auth' | 'admin-api', env: NodeJS.ProcessEnv) {
  const inspectorPort = await freePort()
  const options = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort} --inspect-publish-uid=http` }
  const service = await startServiceProcess(name, { ...env, ...options }, sourceFile(name))
  const { call, close } = await connectInspector(inspectorPort)
  await call('Profiler.enable')
  await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const round = async (send: () => Promise<unknown>, requests: number): Promise<CallCounts> => {
    await call('Profiler.takePreciseCoverage')
    for (let index = 0; index < requests; index += 1) await send()
    return countsOf((await call('Profiler.takePreciseCoverage')) as Coverage)
  }
  return {
    address: service.address,
    /**
     * Returns the lowest counts of several rounds: background work can only add to them.
     * @param requests requests of a round; fewer for a long request, so that no periodic job runs in every round
     * @throws Error when no statement was counted, because every request sends at least one
     */
    async costOf(send: () => Promise<unknown>, requests = requestsOfRound): Promise<CallCounts> {
      await round(send, requests)
      const all: CallCounts[] = []
      while (all.length < rounds) all.push(await round(send, requests))
      const least = (count: keyof CallCounts) => Math.min(...all.map((one) => one[count])) / requests
      const cost = { calls: least('calls'), statements: least('statements') }
      if (process.env.SIGNET_PRINT_COSTS) console.log(cost)
      if (cost.statements === 0) throw new Error('No statement of the request was counted.')
      return cost
    },
    async stop(): Promise<void> {
      close()
      await service.stop()
    },
  }
}

function countsOf({ result }: Coverage): CallCounts {
  const counts = { calls: 0, statements: 0 }
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue
    for (const { functionName, ranges } of functions) {
      const count = ranges[0]?.count ?? 0
      counts.calls += count
      if (functionName === 'query' && url.endsWith('/pg/lib/client.js')) counts.statements += count
    }
  }
  return counts
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
