import { request as requestPlain } from 'node:http'
import { type RequestOptions, request as requestSecured } from 'node:https'

export interface PlanModule {
  readonly testModule: string
  readonly variant: Readonly<Record<string, string>>
}

export interface ModuleState {
  readonly status: 'CREATED' | 'CONFIGURED' | 'RUNNING' | 'WAITING' | 'FINISHED' | 'INTERRUPTED'
  /** Set when the module has finished. */
  readonly result?: string | null
}

interface LogEntry {
  readonly result?: string
  readonly src?: string
  readonly msg?: string
  readonly upload?: string
  readonly img?: string
}

/** REST interface of version 5.2. */
export interface SuiteApi {
  createPlan(name: string, variant: object, configuration: object): Promise<Plan>
  createModule(planId: string, module: PlanModule): Promise<string>
  start(moduleId: string): Promise<void>
  state(moduleId: string): Promise<ModuleState>
  /** Addresses that a browser has to open, and the number of the opened ones. */
  addresses(moduleId: string): Promise<{ readonly urls: readonly string[]; readonly visited: number }>
  visited(moduleId: string, address: string): Promise<void>
  log(moduleId: string): Promise<readonly LogEntry[]>
  /** @param picture data URL */
  upload(moduleId: string, name: string, picture: string): Promise<void>
}

interface Plan {
  readonly id: string
  readonly modules: readonly PlanModule[]
}

interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

interface SuiteOptions {
  readonly token?: string | undefined
}

/** A suite on this machine has a certificate that no authority signed. */
export function openSuite(origin: string, { token }: SuiteOptions = {}): SuiteApi {
  const { hostname } = new URL(origin)
  const send = async (method: string, path: string, { query = {}, body }: Sent = {}): Promise<unknown> => {
    const url = new URL(`/api/${path}?${new URLSearchParams(query)}`, origin)
    const options = {
      method,
      rejectUnauthorized: !loopback.has(hostname),
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    }
    const { status, text } = await exchange(url, options, body)
    if (status >= 400) throw new Error(`${method} ${url.pathname}: ${status} ${text.slice(0, 500)}`)
    return text ? JSON.parse(text) : undefined
  }
  return {
    createPlan: async (planName, variant, configuration) =>
      (await send('POST', 'plan', {
        query: { planName, variant: JSON.stringify(variant) },
        body: JSON.stringify(configuration),
      })) as Plan,
    async createModule(plan, { testModule: test, variant }) {
      const query = { plan, test, variant: JSON.stringify(variant) }
      return ((await send('POST', 'runner', { query })) as { readonly id: string }).id
    },
    async start(id) {
      await send('POST', `runner/${id}`)
    },
    state: async (id) => (await send('GET', `info/${id}`)) as ModuleState,
    async addresses(id) {
      const { urls, visited } = (await send('GET', `runner/browser/${id}`)) as Readonly<
        Record<'urls' | 'visited', readonly string[]>
      >
      return { urls, visited: visited.length }
    },
    async visited(id, url) {
      await send('POST', `runner/browser/${id}/visit`, { query: { url } })
    },
    log: async (id) => (await send('GET', `log/${id}`)) as readonly LogEntry[],
    async upload(id, name, picture) {
      await send('POST', `log/${id}/images/${name}`, { body: picture })
    },
  }
}

const exchange = (
  url: URL,
  options: RequestOptions,
  body: string | undefined,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'http:' ? requestPlain : requestSecured
    const sent = request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
