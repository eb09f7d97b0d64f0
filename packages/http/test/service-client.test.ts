import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createServiceClient } from '../src/index.ts'

describe('the client of other services', () => {
  const servers: Server[] = []

  const clientOf = async (listener: RequestListener) => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return createServiceClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }

  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  it('a call carries text both ways over a kept connection, in any number of parts', async () => {
    const ports = new Set<number | undefined>()
    const send = await clientOf(async (request, response) => {
      ports.add(request.socket.remotePort)
      response.statusCode = 201
      for await (const chunk of request) for (const byte of chunk as Buffer) response.write(Buffer.of(byte))
      response.end()
    })
    const asked = { path: '/things?a=1', method: 'POST', body: 'Ключ 钥匙', timeoutMs: 2_000 }
    for (const _ of Array(3)) expect(await send(asked)).toMatchObject({ status: 201, text: asked.body })
    expect(ports.size).toBe(1)
  })

  it('a call names the host unless it is given, and states the length of the body, even when it is empty', async () => {
    const send = await clientOf(({ headers }, response) => {
      response.end(JSON.stringify({ ...headers, connection: undefined }))
    })
    const headersOf = async (asked: object) => {
      const { text } = await send({ path: '/', headers: { 'x-one': '1' }, timeoutMs: 2_000, ...asked })
      return JSON.parse(text) as Record<string, string>
    }
    const { host, ...get } = await headersOf({})
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(get).toEqual({ 'x-one': '1' })
    expect(await headersOf({ headers: { host: 'id.example.com' } })).toEqual({ host: 'id.example.com' })
    expect(await headersOf({ method: 'POST' })).toEqual({ host, 'x-one': '1', 'content-length': '0' })
    expect(await headersOf({ method: 'PUT', body: 'ä' })).toEqual({
      host,
      'x-one': '1',
      'content-length': '2',
    })
  })

  it('a call fails at the timeout without a response', async () => {
    const send = await clientOf(() => undefined)
    await expect(send({ path: '/', timeoutMs: 50 })).rejects.toThrow('did not answer in time')
  })

  it('a call fails when the connection closes during the response', async () => {
    const send = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(send({ path: '/', timeoutMs: 2_000 })).rejects.toThrow('aborted')
  })
})
