import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEgress as createEgressAsServed, EgressRefused } from '../src/index.ts'
import { certificate } from './support/certificate.ts'
import { answering, createEgress, listener } from './support/egress.ts'
import { startListener } from './support/listener.ts'

describe('requests to addresses from users', () => {
  it('the client connects to the vetted address and resolves the name once', async () => {
    setDefaultCACertificates([...getCACertificates('default'), certificate])
    const server = await listener((_request, response) => response.end('held'), { secure: true })
    const resolve = vi
      .fn()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockResolvedValue([{ address: '127.0.0.2', family: 4 }])
    const { fetch } = createEgress({ allow: [`service.example:${server.port}`], resolve })
    const response = await fetch(`https://service.example:${server.port}/`)
    expect(await response.text()).toBe('held')
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(server.seen.connections).toBe(1)
  })

  it('the client rejects a certificate of another name', async () => {
    setDefaultCACertificates([...getCACertificates('default'), certificate])
    const server = await listener((_request, response) => response.end(), { secure: true })
    const { fetch } = createEgress({
      allow: [`other.example:${server.port}`],
      resolve: answering('127.0.0.1'),
    })
    await expect(fetch(`https://other.example:${server.port}/`)).rejects.toEqual(new EgressRefused())
  })

  it.each([301, 302, 303, 307, 308])('the client follows no redirect (%i)', async (status) => {
    const secret = await listener((_request, response) => response.end('secret'))
    const server = await listener((_request, response) =>
      response.writeHead(status, { location: secret.url }).end(),
    )
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`, `localhost:${secret.port}`] })
    await expect(fetch(server.url)).rejects.toEqual(new EgressRefused())
    expect(secret.seen.connections).toBe(0)
  })

  it('the client ignores proxies of the environment', async () => {
    const proxy = await listener((_request, response) => response.end('proxied'))
    const server = await listener((_request, response) => response.end('direct'))
    vi.stubEnv('HTTP_PROXY', proxy.url)
    vi.stubEnv('http_proxy', proxy.url)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    expect(await (await fetch(server.url)).text()).toBe('direct')
    expect(proxy.seen.connections).toBe(0)
  })

  const failures: Readonly<Record<string, () => Promise<string>>> = {
    'a forbidden address': async () => 'https://10.0.0.1/',
    'a closed port': async () => {
      const server = await startListener((_request, response) => response.end())
      await server.close()
      return server.url
    },
    'a silent port': async () => {
      const silent = createServer()
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void silent.close())
      return `https://localhost:${(silent.address() as AddressInfo).port}/`
    },
    'an untrusted certificate': async () =>
      (await listener((_request, response) => response.end('{}'), { secure: true })).url,
    'a server without TLS': async () =>
      (await listener((_request, response) => response.end('{}'))).url.replace('http:', 'https:'),
    'a redirect': async () =>
      (await listener((_request, response) => response.writeHead(302, { location: '/' }).end())).url,
    'another status': async () =>
      (await listener((_request, response) => response.writeHead(404).end('{}'))).url,
    'other content': async () =>
      (await listener((_request, response) => response.end('<html>not JSON</html>'))).url,
    'an interrupted response': async () =>
      (await listener((_request, response) => response.writeHead(200, { 'content-length': 9 }).destroy()))
        .url,
  }

  it.each(Object.entries(failures))(
    'a request to %s fails with the common error, and not earlier than others',
    async (_how, place) => {
      const trusted = getCACertificates('default')
      setDefaultCACertificates(getCACertificates('bundled'))
      onTestFinished(() => setDefaultCACertificates(trusted))
      const url = await place()
      const { host } = new URL(url)
      const { fetch } = createEgressAsServed({ allow: [host], connectMs: 300, totalMs: 600 })
      const begun = performance.now()
      const error: unknown = await fetch(url, { expect: 'json' }).catch((refused: unknown) => refused)
      const took = performance.now() - begun
      expect(error).toEqual(new EgressRefused())
      expect(Object.keys(error as object)).toEqual(['name'])
      // The response waits for a multiple of 250 ms, and possibly longer on a slow machine.
      expect(took).toBeGreaterThan(240)
    },
  )

  it('a successful request returns the whole document, or any response when no document is expected', async () => {
    const server = await listener(({ url }, response) =>
      response.writeHead(url === '/json' ? 200 : 404).end(url === '/json' ? '{"a":1}' : 'gone'),
    )
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    expect(await (await fetch(`${server.url}json`, { expect: 'json' })).json()).toEqual({ a: 1 })
    expect(await (await fetch(server.url)).text()).toBe('gone')
  })
})

describe('responses from addresses from users', () => {
  const hostile = async (answer: RequestListener, times: { totalMs?: number } = {}) => {
    const server = await listener(answer)
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`], ...times })
    return expect(fetch(server.url, { maxBytes: 1000 })).rejects.toEqual(new EgressRefused())
  }

  it('a body that arrives byte by byte ends at the time limit', () =>
    hostile(
      (_request, response) => {
        const drip = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(drip))
      },
      { totalMs: 300 },
    ))

  it('a response that never begins ends at the time limit', () => hostile(() => undefined, { totalMs: 300 }))

  it('a body without an end is closed at the first byte beyond the limit', async () => {
    let written = 0
    await hostile((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000
      }
      response.on('drain', more)
      more()
    })
    expect(written).toBeLessThan(50_000_000)
  })

  it('a compressed response is rejected', () =>
    hostile((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))),
    ))

  it('a request ends with its caller', async () => {
    const server = await listener(() => undefined)
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    await expect(fetch(server.url, { signal: AbortSignal.timeout(50) })).rejects.toEqual(new EgressRefused())
  })

  it('a request ends while a name server is silent', async () => {
    const { fetch } = createEgress({ allow: [], resolve: () => new Promise(() => undefined), totalMs: 50 })
    await expect(fetch('https://service.example/')).rejects.toEqual(new EgressRefused())
  })

  it('a body of exactly the maximum size is accepted', async () => {
    const server = await listener((_request, response) => response.end('x'.repeat(1000)))
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    expect(await (await fetch(server.url, { maxBytes: 1000 })).text()).toHaveLength(1000)
  })
})
