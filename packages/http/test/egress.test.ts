import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEgress as createEgressAsServed, EgressRefused } from '../src/index.ts'
import { certificate } from './support/certificate.ts'
import { startListener } from './support/listener.ts'

/** Failures are told at once here. */
const createEgress = (options: Parameters<typeof createEgressAsServed>[0]) =>
  createEgressAsServed({ stepMs: 1, ...options })

/** Every TCP socket this process opens, to whomever. */
let opened = 0
const count = () => {
  opened += 1
}
beforeEach(() => {
  opened = 0
  subscribe('net.client.socket', count)
})
afterEach(() => {
  unsubscribe('net.client.socket', count)
})

async function listener(answer: RequestListener, options?: { secure: boolean }) {
  const server = await startListener(answer, options)
  onTestFinished(() => server.close())
  return server
}

const answering = (...addresses: string[]) =>
  vi.fn(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

/** The same refusal each time, and no socket. */
async function refuses(url: string, resolve = answering('127.0.0.1'), allow: string[] = []) {
  const refused = await createEgress({ allow, resolve })
    .fetch(url)
    .catch((error: unknown) => error)
  expect(refused).toEqual(new EgressRefused())
  expect(opened).toBe(0)
}

describe('T19: by its spelling', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0x0.0x0.0x1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127。0。0。1/',
    'https://１２７.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://192.168.1.1/',
    'https://93.184.216.34/',
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://a.localhost/',
    'https://user@service.example/',
    'https://user:password@service.example/',
    'https://service.example@127.0.0.1/',
    'http://service.example/',
    'http://service.example:443/',
    'https://service.example:8443/',
    'https://service.example:22/',
    'https://service.example:80/',
    'ftp://service.example/',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'gopher://service.example/',
    'https://',
    '//service.example/',
    'service.example',
    '',
  ])('refuses %j and opens no socket', (url) => refuses(url, answering('93.184.216.34')))
})

describe('T19: by what its name resolves to', () => {
  it.each([
    ['loopback', '127.0.0.53'],
    ['the unspecified address', '0.0.0.0'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.0.10'],
    ['shared address space', '100.64.0.1'],
    ['link-local, where clouds keep credentials', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '203.0.113.5'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['the unspecified address', '::'],
    ['a mapped address', '::ffff:10.0.0.1'],
    ['a mapped public address', '::ffff:93.184.216.34'],
    ['a compatible address', '::127.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['no address at all', 'localhost'],
  ])('refuses %s (%s) and opens no socket', (_kind, address) =>
    refuses('https://service.example/', answering(address)),
  )

  it('T20: refuses a name when only one of its addresses is forbidden', () =>
    refuses('https://service.example/', answering('93.184.216.34', '10.0.0.1')))

  it('refuses a name that resolves to nothing', () => refuses('https://service.example/', answering()))
})

describe('an allowed pair', () => {
  it('is reached over http on loopback, and body, status and headers come back', async () => {
    const server = await listener((_request, response) =>
      response.writeHead(201, { 'x-seen': 'yes' }).end('hello'),
    )
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    const response = await fetch(server.url)
    expect([response.status, response.headers.get('x-seen'), await response.text()]).toEqual([
      201,
      'yes',
      'hello',
    ])
  })

  it('sends method, headers and form, asks for no compression, and names the host it was given', async () => {
    const server = await listener(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method, headers } = request
      response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }))
    })
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { host: 'evil.example', 'accept-encoding': 'gzip', 'x-own': '1' },
      body: new URLSearchParams({ logout_token: 'a b' }),
    })
    expect(await answer.json()).toMatchObject({
      method: 'POST',
      body: 'logout_token=a+b',
      headers: {
        host: `localhost:${server.port}`,
        'accept-encoding': 'identity',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        'x-own': '1',
      },
    })
  })

  it('is exact: another port or another name of the same place is refused', async () => {
    const server = await listener((_request, response) => response.end())
    const allow = [`localhost:${server.port}`]
    await refuses(`http://127.0.0.1:${server.port}/`, undefined, allow)
    await refuses(`http://localhost:${server.port - 1}/`, undefined, allow)
    await refuses(`http://localhost:${server.port}.example/`, undefined, allow)
    expect(server.seen.connections).toBe(0)
  })

  it('opens plain http to loopback alone', () =>
    refuses('http://service.example:8080/', answering('10.0.0.1'), ['service.example:8080']))
})

describe('T20', () => {
  it('connects to the address that was vetted and asks for the name once, whatever it would answer next', async () => {
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

  it('refuses a certificate of another name', async () => {
    setDefaultCACertificates([...getCACertificates('default'), certificate])
    const server = await listener((_request, response) => response.end(), { secure: true })
    const { fetch } = createEgress({
      allow: [`other.example:${server.port}`],
      resolve: answering('127.0.0.1'),
    })
    await expect(fetch(`https://other.example:${server.port}/`)).rejects.toEqual(new EgressRefused())
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    const secret = await listener((_request, response) => response.end('secret'))
    const server = await listener((_request, response) =>
      response.writeHead(status, { location: secret.url }).end(),
    )
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`, `localhost:${secret.port}`] })
    await expect(fetch(server.url)).rejects.toEqual(new EgressRefused())
    expect(secret.seen.connections).toBe(0)
  })

  it('ignores proxies named by the environment', async () => {
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

  /** Addresses that give no document, each for a reason of its own. */
  const failures: Readonly<Record<string, () => Promise<string>>> = {
    'an address nobody may reach': async () => 'https://10.0.0.1/',
    'a port nobody listens at': async () => {
      const server = await startListener((_request, response) => response.end())
      await server.close()
      return server.url
    },
    'a port that keeps silent': async () => {
      const silent = createServer()
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void silent.close())
      return `https://localhost:${(silent.address() as AddressInfo).port}/`
    },
    'a certificate nobody trusts': async () =>
      (await listener((_request, response) => response.end('{}'), { secure: true })).url,
    'a plain server where TLS is spoken': async () =>
      (await listener((_request, response) => response.end('{}'))).url.replace('http:', 'https:'),
    'a redirect': async () =>
      (await listener((_request, response) => response.writeHead(302, { location: '/' }).end())).url,
    'another status': async () =>
      (await listener((_request, response) => response.writeHead(404).end('{}'))).url,
    'other content': async () =>
      (await listener((_request, response) => response.end('<html>not JSON</html>'))).url,
    'an answer that breaks off': async () =>
      (await listener((_request, response) => response.writeHead(200, { 'content-length': 9 }).destroy()))
        .url,
  }

  it.each(Object.entries(failures))(
    'tells %s as any other failure, at a step of the clock',
    async (_how, place) => {
      setDefaultCACertificates(getCACertificates('bundled'))
      const url = await place()
      const { host } = new URL(url)
      const { fetch } = createEgressAsServed({ allow: [host], connectMs: 300, totalMs: 600 })
      const begun = performance.now()
      const error: unknown = await fetch(url, { expect: 'json' }).catch((refused: unknown) => refused)
      const took = performance.now() - begun
      expect(error).toEqual(new EgressRefused())
      expect(Object.keys(error as object)).toEqual(['name'])
      // Never before the first step; how long after one is the machine's.
      expect(took).toBeGreaterThan(240)
    },
  )

  it('gives a document whole when one is expected, and whatever came when none is', async () => {
    const server = await listener(({ url }, response) =>
      response.writeHead(url === '/json' ? 200 : 404).end(url === '/json' ? '{"a":1}' : 'gone'),
    )
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    expect(await (await fetch(`${server.url}json`, { expect: 'json' })).json()).toEqual({ a: 1 })
    expect(await (await fetch(server.url)).text()).toBe('gone')
  })
})

describe('T21', () => {
  const hostile = async (answer: RequestListener, times: { totalMs?: number } = {}) => {
    const server = await listener(answer)
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`], ...times })
    return expect(fetch(server.url, { maxBytes: 1000 })).rejects.toEqual(new EgressRefused())
  }

  it('ends a body that drips', () =>
    hostile(
      (_request, response) => {
        const drip = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(drip))
      },
      { totalMs: 300 },
    ))

  it('ends an answer that never begins', () => hostile(() => undefined, { totalMs: 300 }))

  it('ends a body that has no end at the first byte too many', async () => {
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

  it('refuses a compressed answer, which nobody asked for', () =>
    hostile((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))),
    ))

  it('ends with its caller', async () => {
    const server = await listener(() => undefined)
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    await expect(fetch(server.url, { signal: AbortSignal.timeout(50) })).rejects.toEqual(new EgressRefused())
  })

  it('ends while a name server keeps silent', async () => {
    const { fetch } = createEgress({ allow: [], resolve: () => new Promise(() => undefined), totalMs: 50 })
    await expect(fetch('https://service.example/')).rejects.toEqual(new EgressRefused())
  })

  it('takes a body of exactly the cap', async () => {
    const server = await listener((_request, response) => response.end('x'.repeat(1000)))
    const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
    expect(await (await fetch(server.url, { maxBytes: 1000 })).text()).toHaveLength(1000)
  })
})
