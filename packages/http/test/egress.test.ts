import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EgressRefused } from '../src/index.ts'
import { answering, createEgress, listener } from './support/egress.ts'

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

async function refuses(url: string, resolve = answering('127.0.0.1'), allow: string[] = []) {
  const refused = await createEgress({ allow, resolve })
    .fetch(url)
    .catch((error: unknown) => error)
  expect(refused).toEqual(new EgressRefused())
  expect(opened).toBe(0)
}

describe('forbidden spellings of URLs', () => {
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
  ])('a request to %j is rejected without a socket', (url) => refuses(url, answering('93.184.216.34')))
})

describe('forbidden addresses of names', () => {
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
    ['public with a zone', '2606:4700::1111%eth0'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['no address at all', 'localhost'],
  ])('a request to %s (%s) is rejected without a socket', (_kind, address) =>
    refuses('https://service.example/', answering(address)),
  )

  it('a request to a name is rejected when one of its addresses is forbidden', () =>
    refuses('https://service.example/', answering('93.184.216.34', '10.0.0.1')))

  it('a request to a name without addresses is rejected', () =>
    refuses('https://service.example/', answering()))
})

describe('an allowed pair', () => {
  it('an allowed pair is reached over http on loopback, and body, status and headers are returned', async () => {
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

  it('a request to an allowed pair has method, headers and form, no compression, and the given host', async () => {
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

  it('an allowed pair does not include another port or name of the same server', async () => {
    const server = await listener((_request, response) => response.end())
    const allow = [`localhost:${server.port}`]
    await refuses(`http://127.0.0.1:${server.port}/`, undefined, allow)
    await refuses(`http://localhost:${server.port - 1}/`, undefined, allow)
    await refuses(`http://localhost:${server.port}.example/`, undefined, allow)
    expect(server.seen.connections).toBe(0)
  })

  it('an allowed pair is reached over plain http on loopback only', () =>
    refuses('http://service.example:8080/', answering('10.0.0.1'), ['service.example:8080']))
})
