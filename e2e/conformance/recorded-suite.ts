import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModuleState } from './suite.ts'

interface Configuration {
  readonly alias: string
  readonly server: { readonly discoveryUrl: string }
  readonly client: { readonly client_id: string }
}

interface RecordedModule {
  readonly state: ModuleState
  readonly urls: readonly string[]
  readonly log: readonly { readonly upload?: string; readonly img?: string }[]
}

const modules = [
  'oidcc-discovery-endpoint-verification',
  'oidcc-server',
  'oidcc-ensure-registered-redirect-uri',
] as const

export interface RecordedSuite {
  readonly origin: string
  readonly callbacks: readonly URLSearchParams[]
  readonly pictures: readonly string[]
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}

/**
 * Recorded from version 5.2.4: a module without a browser, one that ends at its callback, and one that ends when a reviewer's picture
 * was uploaded.
 */
export async function startRecordedSuite(): Promise<RecordedSuite> {
  const running = new Map<string, RecordedModule>()
  const callbacks: URLSearchParams[] = []
  const pictures: string[] = []
  let configuration: Configuration | undefined

  const begin = (name: string): RecordedModule => {
    if (configuration === undefined) throw new Error('There is no plan.')
    const { alias, client, server: discovery } = configuration
    const callback = `${origin}/test/a/${alias}/callback`
    const authorization = (redirectUri: string) => {
      const url = new URL(discovery.discoveryUrl.replace('.well-known/openid-configuration', 'auth'))
      const parameters = { client_id: client.client_id, response_type: 'code', scope: 'openid', state: name }
      url.search = String(new URLSearchParams({ ...parameters, redirect_uri: redirectUri }))
      return url.href
    }
    if (name === modules[1]) return { state: { status: 'WAITING' }, urls: [authorization(callback)], log: [] }
    if (name === modules[2])
      return {
        state: { status: 'WAITING' },
        urls: [authorization(`${callback}?unregistered`)],
        log: [{ upload: 'picture' }],
      }
    return { state: { status: 'FINISHED', result: 'PASSED' }, urls: [], log: [] }
  }

  const finish = (id: string, result: string) =>
    running.set(id, { state: { status: 'FINISHED', result }, urls: [], log: [] })

  const answers: Readonly<Record<string, (id: string, url: URL, body: string) => unknown>> = {
    'POST plan': (_id, _url, body) => {
      configuration = JSON.parse(body) as Configuration
      return { id: 'plan', modules: modules.map((testModule) => ({ testModule, variant: {} })) }
    },
    'POST runner': (_id, url) => {
      const name = url.searchParams.get('test') ?? ''
      running.set(name, begin(name))
      return { id: name }
    },
    'GET info': (id) => running.get(id)?.state,
    'GET browser': (id) => ({ urls: running.get(id)?.urls ?? [], visited: [] }),
    'POST visit': (id) => {
      const module = running.get(id)
      if (module) running.set(id, { ...module, urls: [] })
      return {}
    },
    'GET log': (id) => running.get(id)?.log,
    'POST images': (id, _url, body) => {
      pictures.push(body)
      finish(id, 'REVIEW')
      return {}
    },
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname.endsWith('/callback')) {
      callbacks.push(url.searchParams)
      finish(modules[1], url.searchParams.has('code') ? 'PASSED' : 'FAILED')
      response.end('<title>Received</title>')
      return
    }
    const [, , kind = '', first = '', second = '', third = ''] = url.pathname.split('/')
    const id = first === 'browser' ? second : first
    const action = [third, first, kind].find((part) => ['visit', 'browser'].includes(part))
    const key = `${request.method} ${second === 'images' ? 'images' : (action ?? kind)}`
    const answer = answers[key]?.(id, url, await bodyOf(request))
    response.statusCode = answer === undefined ? 404 : 200
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    callbacks,
    pictures,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
