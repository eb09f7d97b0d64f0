import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@signet/local-servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from '../local/edge.ts'

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let edge: Edge
let service: Server
/** Next requests whose connection is closed, as by a stopping replica. */
let dropped = 0

async function startService(): Promise<number> {
  service = createServer(async (incoming, outgoing) => {
    if (dropped > 0) {
      dropped -= 1
      return void incoming.socket.destroy()
    }
    let bytes = 0
    for await (const chunk of incoming) bytes += chunk.length
    outgoing.writeHead(207, {
      'set-cookie': ['a=1', 'b=2'],
      'x-answer': 'yes',
    })
    outgoing.end(
      JSON.stringify({
        url: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
        bytes,
      }),
    )
  })
  const port = await freePort()
  await new Promise<void>((resolve) => service.listen(port, '127.0.0.1', resolve))
  return port
}

function ask(
  path: string,
  options: {
    method?: string
    headers?: Record<string, string>
    body?: Buffer
  } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const asked = request({ host: '127.0.0.1', port: edge.port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: text,
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

beforeAll(async () => {
  edge = await startEdge(0, '127.0.0.1')
})

afterAll(async () => {
  await edge.close()
  service.close()
})

test('every response before the services are ready is 503 with Retry-After', async () => {
  const { status, headers } = await ask('/admin/')
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('1')
  const port = await startService()
  const nobody = await freePort()
  edge.open(
    {
      auth: port,
      'admin-api': port,
      'mcp-gateway': port,
      console: port,
      scim: nobody,
    },
    'https://id.example.com',
  )
})

test('status, headers, body and Host pass through unchanged', async () => {
  const body = Buffer.alloc(1_000_000, 'x')
  const {
    status,
    headers,
    body: echoed,
  } = await ask('/shop/token?a=%2F', {
    method: 'POST',
    headers: {
      host: 'shop.id.example.com',
      authorization: 'Basic eA==',
      'content-type': 'text/plain',
    },
    body,
  })
  expect(status).toBe(207)
  expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
  expect(headers['x-answer']).toBe('yes')
  expect(JSON.parse(echoed)).toMatchObject({
    url: '/shop/token?a=%2F',
    method: 'POST',
    bytes: body.length,
    headers: {
      host: 'shop.id.example.com',
      authorization: 'Basic eA==',
      'content-type': 'text/plain',
    },
  })
})

test('the headers of proxies are set from the connection, never from the client', async () => {
  const { body } = await ask('/token', {
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'client-cert': ':AAAA:',
      'x-ssl-client-cert': 'AAAA',
      'ssl-client-verify': 'SUCCESS',
      'x-client-cert': 'AAAA',
    },
  })
  const { headers } = JSON.parse(body)
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers['x-forwarded-proto']).toBe('https')
  expect(headers.host).toBe(`127.0.0.1:${edge.port}`)
  expect(
    Object.keys(headers)
      .filter((name) => /cert|ssl|forwarded|real-ip/.test(name))
      .toSorted(),
  ).toEqual(['x-forwarded-for', 'x-forwarded-proto'])
})

test('an edge behind a proxy with certificates of clients keeps their two headers and removes every other one', async () => {
  const behind = await startEdge(0, '127.0.0.1', { keepsClientCertificates: true })
  const { port } = service.address() as AddressInfo
  const ports = { auth: port, 'admin-api': port, scim: port, 'mcp-gateway': port, console: port }
  behind.open(ports, 'https://127.0.0.1')
  try {
    const headers = { 'client-cert': ':AAAA:', 'client-cert-verify': 'SUCCESS', 'x-ssl-client-cert': 'AAAA' }
    const response = await fetch(`http://127.0.0.1:${behind.port}/token`, { headers })
    const received = ((await response.json()) as { headers: object }).headers
    expect(received).toMatchObject({ 'client-cert': ':AAAA:', 'client-cert-verify': 'SUCCESS' })
    expect(Object.keys(received)).not.toContain('x-ssl-client-cert')
  } finally {
    await behind.close()
  }
})

test('a request to a stopped service is refused with 502 and its name, and other services are reachable', async () => {
  const { status, body } = await ask('/scim/v2/Users', {
    method: 'POST',
    body: Buffer.from('{}'),
  })
  expect(status).toBe(502)
  expect(JSON.parse(body)).toMatchObject({ status: '502', detail: 'The service scim does not answer.' })
  expect((await ask('/token')).status).toBe(207)
})

test('a GET whose connection a stopping replica closed is repeated once, and a change is not', async () => {
  dropped = 1
  expect((await ask('/me')).status).toBe(207)
  dropped = 2
  expect((await ask('/me')).status).toBe(502)
  dropped = 1
  expect((await ask('/token', { method: 'POST', body: Buffer.from('a=b') })).status).toBe(502)
  expect(dropped).toBe(0)
})

test('the metrics are not found, and the root redirects to the console', async () => {
  expect((await ask('/metrics')).status).toBe(404)
  const { status, headers } = await ask('/')
  expect(status).toBe(302)
  expect(headers.location).toBe('/admin/')
})

test('a port in use is reported in one sentence with a remedy', async () => {
  await expect(startEdge(edge.port, '127.0.0.1')).rejects.toThrow(
    `Port ${edge.port} on 127.0.0.1 is in use: stop the program that uses it, or choose another port with PORT=8081 npm start.`,
  )
})
