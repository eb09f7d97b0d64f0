import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { edgeRules, printConfiguration, printers } from '@signet/edge'
import { freePort } from '@signet/local-servers'
import {
  type FreshDatabase,
  freshDatabase,
  makeCertificate,
  type ServiceProcess,
  sendRaw,
  startServiceProcess,
} from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { createApplication, signInToApplication } from '../images/first-use.ts'
import { createConsoleServer } from '../local/console-files.ts'
import { allAt } from './raw/forms.ts'
import { installedProxy, type RunningEdge, startPrinted } from './raw/printed.ts'

const proxies = (['haproxy', 'nginx', 'caddy'] as const).filter((name) => installedProxy(name))

/** Clients of the tests speak plain HTTP; the edge gets TLS. */
async function startTlsClient(target: () => number): Promise<Server> {
  const server = createServer((near) => {
    const far = connect({
      host: '127.0.0.1',
      port: target(),
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => [near, far].map((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const handshakes = (port: number, ciphers: string): Promise<boolean> =>
  new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      ciphers,
      maxVersion: 'TLSv1.2',
      rejectUnauthorized: false,
    } as const
    const socket = connect(options, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

describe.runIf(proxies.length > 0)('the printed configurations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-printed-'))
  const console = createConsoleServer({ console: folder, documents: folder })
  let fresh: FreshDatabase
  let services: ServiceProcess[]
  let ports: Parameters<typeof startPrinted>[1]
  let application: Awaited<ReturnType<typeof createApplication>>
  let edge: RunningEdge | undefined
  let client: Server
  const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'certificate.pem.key') }
  beforeAll(async () => {
    fresh = await freshDatabase()
    writeFileSync(join(folder, 'index.html'), '<title>Console</title>')
    const made = makeCertificate({ subject: [['CN', 'localhost']], names: [['dns', 'localhost']] })
    writeFileSync(tls.certificate, made.pem)
    writeFileSync(tls.key, made.key)
    const env = {
      ...process.env,
      DATABASE_URL: fresh.url,
      NATS_URL: 'nats://127.0.0.1:1',
      SIGNET_BASE_URL: fresh.baseUrl,
      SIGNET_SECRET_KEYS: fresh.secretKeys,
      SIGNET_PROXY_HOPS: '1',
      LOG_LEVEL: 'silent',
    }
    await console.listen({ host: '127.0.0.1', port: 0 })
    client = await startTlsClient(() => edge?.port ?? 0)
    const auth = await startServiceProcess('auth', env)
    const origin = `http://127.0.0.1:${auth.address.port}`
    const adminApi = await startServiceProcess('admin-api', { ...env, SIGNET_AUTH_URL: origin })
    services = [auth, adminApi]
    ports = {
      auth: auth.address.port,
      'admin-api': adminApi.address.port,
      scim: adminApi.address.port,
      'mcp-gateway': adminApi.address.port,
      console: (console.server.address() as AddressInfo).port,
    }
  })
  afterAll(async () => {
    for (const service of services ?? []) await service.stop()
    client?.close()
    await console.close()
    await fresh?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const address = () => ({ host: '127.0.0.1', port: (client.address() as AddressInfo).port })
  const statusOf = async (target: string) =>
    (await sendRaw(address(), { target, headers: { host: 'localhost:8080' } })).status

  test.each(proxies)(
    'a user signs in over TLS through %s, which offers the ciphers of BCP 195, keeps internal endpoints private and logs no address',
    async (name) => {
      const redirectPort = await freePort()
      edge = await startPrinted(name, ports, {
        baseUrl: fresh.baseUrl,
        ...tls,
        redirectFrom: `127.0.0.1:${redirectPort}`,
      })
      try {
        await expect.poll(() => statusOf('/admin/api/openapi.json')).toBe(200)
        await expect.poll(() => statusOf('/.well-known/openid-configuration')).toBe(200)
        for (const cipher of ['ECDHE-ECDSA-AES256-CCM', 'ECDHE-ECDSA-AES256-SHA'])
          expect([cipher, await handshakes(edge.port, cipher)]).toEqual([cipher, false])
        expect(await handshakes(edge.port, 'ECDHE-ECDSA-AES128-GCM-SHA256')).toBe(true)
        const { baseUrl, setupToken } = fresh
        application ??= await createApplication({ baseUrl, setupToken, address: address() })
        const request = await signInToApplication(application, address())
        expect((await request()).status).toBe(200)
        expect(await statusOf('/admin/')).toBe(200)
        for (const path of ['/ready', '/health', '/metrics', '//ready', '/%68ealth'])
          expect([path, await statusOf(path)]).toEqual([path, 404])
        const plain = await sendRaw(
          { host: '127.0.0.1', port: redirectPort },
          { target: '/admin/', headers: { host: 'localhost' } },
        )
        expect([plain.status, plain.headers.location]).toEqual([
          308,
          expect.stringMatching(/^https:\/\/localhost\/admin\/$/),
        ])
        await statusOf('/admin/?code=never-logged')
        await expect.poll(() => edge?.log?.()).toMatch(/"status": ?200/)
        expect(edge.log?.()).not.toContain('never-logged')
      } finally {
        await edge.close()
      }
    },
  )
})

test.each(proxies)(
  '%s never sends a POST or PATCH again after a connection that closed without a response',
  async (name) => {
    const lines: string[] = []
    const closing = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (bytes) => {
        const [line = ''] = bytes.toString().split('\r\n')
        if (/ \/(?:ready|health) /.test(line)) return void socket.end('HTTP/1.0 200 OK\r\n\r\n')
        lines.push(line)
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
    const { port } = closing.address() as AddressInfo
    const twice = `127.0.0.1:${port},127.0.0.1:${port}`
    const proxy = await startPrinted(name, allAt(port), { baseUrl: 'http://localhost:8080' }, twice)
    onTestFinished(async () => {
      await proxy.close()
      closing.close()
    })
    const send = (method: string) =>
      sendRaw({ host: '127.0.0.1', port: proxy.port }, { method, target: '/token', headers: { host: 'a' } })
    await expect.poll(async () => (await send('GET')).status === 502 && lines.length > 0).toBe(true)
    for (const method of ['POST', 'PATCH']) {
      lines.length = 0
      expect((await send(method)).status).toBe(502)
      expect(lines).toEqual([`${method} /token HTTP/1.1`])
    }
  },
)

const options = {
  baseUrl: 'https://id.example.com',
  certificate: '/etc/c.pem',
  key: '/etc/k.pem',
  addresses: {},
}

test('the printed configuration of Traefik has a router for each rule, and names only services that it has', () => {
  const documents = parseAllDocuments(printConfiguration('traefik', options))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  interface Dynamic {
    readonly http: {
      readonly routers: Readonly<
        Record<string, { service: string; middlewares?: string[]; priority: number }>
      >
      readonly services: Readonly<Record<string, { failover?: { service: string; fallback: string } }>>
      readonly middlewares: Readonly<Record<string, object>>
    }
  }
  const { http } = (documents[1]?.toJSON() ?? {}) as Dynamic
  const names = Object.keys(http.services)
  expect(Object.keys(http.routers)).toHaveLength(edgeRules.length + 1)
  for (const { service, middlewares = [] } of Object.values(http.routers)) {
    expect(names).toContain(service)
    expect(Object.keys(http.middlewares)).toEqual(expect.arrayContaining(middlewares))
  }
  for (const { failover } of Object.values(http.services))
    if (failover) expect(names).toEqual(expect.arrayContaining([failover.service, failover.fallback]))
})

test.each(Object.keys(printers))('%s is not printed with a value that could add a directive', (name) => {
  for (const value of ['127.0.0.1:1; include /etc/passwd', 'a{b}:1', '$(id):1'])
    expect(() => printConfiguration(name, { ...options, addresses: { auth: value } })).toThrow(
      'not an address',
    )
  expect(() => printConfiguration(name, { ...options, certificate: '/etc/c.pem"; x' })).toThrow(
    'not an address',
  )
})

test('an unknown proxy is answered with the names of the known ones', () => {
  expect(() => printConfiguration('squid', options)).toThrow('use one of haproxy, nginx, caddy, traefik')
})
