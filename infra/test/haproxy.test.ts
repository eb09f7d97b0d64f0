import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { limits, route, type Upstream } from '@signet/edge'
import { exchangeRaw, sendRaw } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { forms } from '../edge/forms.ts'
import type { Ports } from '../local/edge.ts'
import { root } from '../local/repository.ts'
import { allAt, baseUrl, haproxyChecks, haproxyForms } from './raw/forms.ts'
import type { RunningEdge } from './raw/printed.ts'

test.each(Object.entries(forms))('%s equals the generated configuration (npm run print)', (file, generated) =>
  expect(readFileSync(join(root, file), 'utf8')).toBe(generated),
)

test('each packaging allows HAProxy 512 MiB, and its configuration bounds the connections', () => {
  const files = ['compose/compose.yaml', 'systemd/signet-edge.service', 'charts/edge/values.yaml']
  const allowed = /(?:mem_limit: 512m|MemoryMax=512M|limits: \{ memory: 512Mi \})$/m
  for (const file of files) expect(readFileSync(join(root, 'infra', file), 'utf8')).toMatch(allowed)
  for (const text of Object.values(forms)) expect(text).toContain(`fd-hard-limit ${limits.connections * 2}\n`)
})

test.each(haproxyChecks)(
  'HAProxy accepts %s without a warning for every number of trusted proxies',
  (_file, check) => {
    for (const proxies of [undefined, '', '10.0.0.1', '10.0.0.0/8 fd00::/8'])
      expect(check({ SIGNET_EDGE_TRUSTED_PROXIES: proxies })).toEqual({ status: 0, messages: '' })
  },
)

const services: readonly Upstream[] = ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console']

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const hosts = [
  'id.example.com',
  'ID.example.com:443',
  'shop.id.example.com',
  'localhost:8080',
  '[::1]',
  '127.0.0.1',
]
const paths = [
  ...[
    '/',
    '/?code=1',
    '/admin',
    '/admin/',
    '/admin/projects/prj_1',
    '/admin/api',
    '/admin/api/projects?x=/mcp',
  ],
  ...['/administrator', '/mcp', '/mcpx', '/.well-known/oauth-protected-resource/mcp', '/shop/jwks', '/token'],
  ...[
    '/scim/v2',
    '/scim/v2/Users?count=1',
    '/shop/scim/v2/Groups/1',
    '/shop/x/scim/v2/Users',
    '/shop/scim/v22',
  ],
  ...['/metrics', '/metrics/', '/%6detrics', '//metrics', '/metricsx', '/.well-known/openid-configuration'],
]

describe.each(haproxyForms)('HAProxy with %s', (form, start) => {
  let edge: RunningEdge
  const servers: Server[] = []
  let lastSeen: IncomingMessage | undefined
  let failing: readonly string[] = []
  let failedProbes = 0
  beforeAll(async () => {
    const ports: Partial<Record<Upstream, number>> = {}
    for (const name of services) {
      const server = createServer((incoming, outgoing) => {
        if (incoming.url !== '/ready' && incoming.url !== '/health') lastSeen = incoming
        const isFailing = failing.includes(incoming.url ?? '')
        if (isFailing) failedProbes += 1
        outgoing.writeHead(isFailing ? 503 : 200, { 'x-service': name }).end()
      })
      servers.push(server)
      ports[name] = await listen(server)
    }
    edge = await start(ports as Ports, { SIGNET_EDGE_TRUSTED_PROXIES: '127.0.0.0/31 10.0.0.0/8' })
    const isUp = async (target: string, host: string) =>
      expect((await sendRaw(address(), { target, headers: { host } })).status).toBe(200)
    for (const target of ['/token', '/jwks', '/admin/', '/admin/api', '/mcp', '/scim/v2'])
      await vi.waitFor(() => isUp(target, 'localhost'), { timeout: 10_000 })
  })
  afterAll(async () => {
    await edge.close()
    for (const server of servers) server.close()
  })
  const address = () => ({ host: '127.0.0.1', port: edge.port })

  async function observed(method: string, host: string, target: string) {
    const { status, headers } = await sendRaw(address(), { method, target, headers: { host } })
    if (status === 404) return { refused: true }
    if (status === 302) return { redirect: headers.location }
    return { to: headers['x-service'] }
  }

  test('the edge routes every host, path and method according to the rules', async () => {
    for (const host of hosts)
      for (const path of paths)
        for (const method of ['GET', 'POST'])
          expect({ host, path, method, way: await observed(method, host, path) }).toEqual({
            host,
            path,
            method,
            way: route(method, host, path, new URL(baseUrl).hostname),
          })
  })

  async function failuresOfTwoSeconds(): Promise<unknown[]> {
    const failed: unknown[] = []
    const endsAt = performance.now() + 2_000
    while (performance.now() < endsAt)
      for (const target of ['/token', '/jwks', '/admin/', '/admin/api', '/mcp', '/scim/v2']) {
        const { status } = await sendRaw(address(), { target, headers: { host: 'localhost' } })
        if (status !== 200) failed.push([target, status])
      }
    return failed
  }

  test.each([
    ['no service is ready', ['/ready']],
    ['every service fails all of its health checks', ['/ready', '/health']],
  ])('the edge sends requests to the services while %s', async (_state, paths) => {
    failing = paths
    const before = failedProbes
    const failed = await failuresOfTwoSeconds()
    failing = []
    // Kubernetes probes the services itself.
    if (!form.includes('charts'))
      expect(failedProbes - before).toBeGreaterThan(2 * paths.length * services.length)
    expect(failed).toEqual([])
  })

  test('a body of a directory that is too large is refused with an error in the form of SCIM', async () => {
    const headers = { host: 'id.example.com', 'content-length': '1048577' }
    const {
      status,
      headers: received,
      text,
    } = await sendRaw(address(), {
      method: 'POST',
      target: '/shop/scim/v2/Groups',
      headers,
    })
    expect([status, received['content-type']]).toEqual([413, 'application/scim+json; charset=utf-8'])
    expect(JSON.parse(text)).toMatchObject({ status: '413', detail: 'The body is larger than 1 MiB.' })
  })

  test('the edge keeps X-Forwarded-For of a trusted proxy and adds its address', async () => {
    const headers = { host: 'id.example.com', 'x-forwarded-for': '203.0.113.9' }
    await sendRaw(address(), { target: '/token', headers })
    expect(lastSeen?.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1')
  })

  test('the edge replaces X-Forwarded-For of any other client', async () => {
    const request = 'GET /token HTTP/1.1\r\nHost: id.example.com\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n'
    expect(await exchangeRaw(edge.port, [request], { localAddress: '127.0.0.2' })).toEqual([200])
    expect(lastSeen?.headers['x-forwarded-for']).toBe('127.0.0.2')
  })

  test('the edge repeats a GET after a connection that closed without a response, and never a POST', async () => {
    const lines: string[] = []
    const closing = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (bytes) => {
        const [line = ''] = bytes.toString().split('\r\n')
        if (/ \/(?:ready|health) /.test(line)) return void socket.end('HTTP/1.0 200 OK\r\n\r\n')
        lines.push(line)
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
    const another = await start(allAt((closing.address() as AddressInfo).port))
    onTestFinished(async () => {
      await another.close()
      closing.close()
    })
    const send = (method: string) =>
      exchangeRaw(another.port, [`${method} /token HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`])
    await vi.waitFor(async () => {
      await send('GET')
      expect(lines).not.toEqual([])
    })
    lines.length = 0
    expect(await send('GET')).toEqual([502])
    expect(lines.length).toBeGreaterThan(1)
    lines.length = 0
    expect(await send('POST')).toEqual([502])
    expect(lines).toHaveLength(1)
  })
})
