import { hopByHopHeaders, limits } from '@signet/edge'
import { connectRaw, exchangeRaw as exchange } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { framingCases, proxyHeaderLines, smuggled } from './raw/cases.ts'
import { allAt, shippedForms } from './raw/forms.ts'
import type { RawMessage } from './raw/parse.ts'
import type { RunningEdge } from './raw/printed.ts'
import { type RawUpstream, startRawUpstream } from './raw/upstream.ts'

const headers = (message: RawMessage | undefined, name: string): string[] =>
  (message?.headers ?? []).filter(([one]) => one === name).map(([, value]) => value)

describe.each(shippedForms)('the edge of %s', (_form, start, deviations) => {
  let upstream: RawUpstream
  let edge: RunningEdge
  beforeAll(async () => {
    upstream = await startRawUpstream()
    edge = await start(allAt(upstream.port))
    await vi.waitFor(async () => expect(await exchange(edge.port, [get('/warm')])).toEqual([207]))
  })
  afterAll(async () => {
    await edge.close()
    upstream.close()
  })

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.id.example.com\r\n\r\n`

  /** Every byte at the upstream belongs to a request that the client sent. */
  function expectUnambiguous() {
    for (const { violation } of upstream.seen()) expect(violation).toBeUndefined()
    for (const message of upstream.messages()) {
      expect(message.line).not.toContain('/smuggled')
      expect(headers(message, 'host')).toHaveLength(1)
      expect(headers(message, 'x-forwarded-for')).toEqual(['127.0.0.1'])
      const kept = hopByHopHeaders.filter((name) => name !== 'transfer-encoding' && name !== 'connection')
      for (const name of kept) expect(headers(message, name)).toEqual([])
      for (const option of headers(message, 'connection')) expect(option).toMatch(/^(?:keep-alive|close)$/)
    }
  }

  test.concurrent.each(framingCases.map((one, index) => ({ ...one, tag: `/ok-${index}` })))(
    '$name: $expected',
    async ({ name, parts, expected: usual, body = '', ends = false, tag }) => {
      const expected = deviations.either?.includes(name) ? 'either' : usual
      const tagged = parts.map((part) => part.replace('/ok', tag))
      const finals = await exchange(edge.port, tagged, { ends })
      expectUnambiguous()
      const arrived = upstream.messages().filter(({ line }) => line.split(' ')[1] === tag)
      const isForwarded = finals[0] === 207 && arrived.length === 1
      const isRejected =
        arrived.length === 0 &&
        (deviations.isStreaming || finals[0] === undefined || /^(?:4..|501|505)$/.test(`${finals[0]}`))
      if (expected === 'forward')
        expect({ finals, bodies: arrived.map((one) => one.body) }).toEqual({ finals: [207], bodies: [body] })
      if (expected === 'reject') expect({ finals, isRejected }).toEqual({ finals, isRejected: true })
      expect(isForwarded || isRejected).toBe(true)
    },
  )

  test('the next user never completes a request that another client began', async () => {
    const takeover = `POST /ok HTTP/1.1\r\nHost: id.example.com\r\nConnection: content-length\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`
    upstream.clear()
    for (let round = 0; round < 5; round += 1) {
      await exchange(edge.port, [takeover])
      expect(await exchange(edge.port, [get('/victim')])).toEqual([207])
    }
    expectUnambiguous()
    expect(upstream.messages().map(({ line }) => line)).toEqual(Array(5).fill('GET /victim HTTP/1.1'))
  })

  test('pipelined requests arrive as requests of their own', async () => {
    upstream.clear()
    expect(await exchange(edge.port, [get('/first') + get('/second')], { answers: 2 })).toEqual([207, 207])
    expect(
      upstream
        .messages()
        .map(({ line }) => line)
        .toSorted(),
    ).toEqual(['GET /first HTTP/1.1', 'GET /second HTTP/1.1'])
  })

  test('headers that only a proxy writes are removed, and written by the edge', async () => {
    upstream.clear()
    const request = `GET /ok HTTP/1.1\r\nHost: shop.id.example.com\r\n${proxyHeaderLines.join('\r\n')}\r\n\r\n`
    expect(await exchange(edge.port, [request])).toEqual([207])
    const [message] = upstream.messages()
    expect(headers(message, 'x-forwarded-for')).toEqual(['127.0.0.1'])
    expect(headers(message, 'x-forwarded-proto')).toEqual(['https'])
    const names = message?.headers
      .map(([name]) => name)
      .filter((name) => /cert|ssl|forwarded|real-ip|client/.test(name))
    expect(names?.toSorted()).toEqual(['x-forwarded-for', 'x-forwarded-proto'])
    expect(headers(message, 'x-request-id')).toEqual([expect.stringMatching(/^[\da-f-]{32,36}$/)])
  })

  const half = 'POST /token HTTP/1.1\r\nHost: shop.id.example.com\r\nContent-Length: 5\r\n\r\n'
  const beginBodies = (count: number, localAddress: string) =>
    Array.from({ length: count }, () => {
      const connection = connectRaw(edge.port, localAddress)
      connection.socket.write(half)
      return connection
    })

  if (deviations.isUnlimited) return

  test('half-sent bodies take no connection to a service and do not delay another client', async () => {
    const waiting = beginBodies(600, '127.0.0.2')
    const same = () => exchange(edge.port, [get('/same')], { localAddress: '127.0.0.2' })
    await expect.poll(same).toEqual([429])
    upstream.clear()
    const begunAt = performance.now()
    expect(await exchange(edge.port, [get('/other')])).toEqual([207])
    expect(performance.now() - begunAt).toBeLessThan(3000)
    expect(upstream.messages().map(({ line }) => line)).toEqual(['GET /other HTTP/1.1'])
    for (const { socket } of waiting) socket.destroy()
    await expect.poll(same).toEqual([207])
  })

  test(`a client address has at most ${limits.requestsPerClient} requests in progress`, async () => {
    const waiting = beginBodies(limits.requestsPerClient - 1, '127.0.0.3')
    await expect.poll(() => waiting.every(({ socket }) => socket.bytesWritten > 0)).toBe(true)
    const next = () => exchange(edge.port, [get('/next')], { localAddress: '127.0.0.3' })
    expect(await next()).toEqual([207])
    // The request after the 100th may overtake it, and then the 100th is rejected and sent again.
    let [last] = beginBodies(1, '127.0.0.3')
    const nextAfterLast = () => {
      if (last?.statuses().length !== 0) [last] = beginBodies(1, '127.0.0.3')
      return next()
    }
    await expect.poll(nextAfterLast).toEqual([429])
    last?.socket.destroy()
    for (const { socket } of waiting) socket.write('hello')
    await expect.poll(() => waiting.map(({ statuses }) => statuses()[0])).toEqual(waiting.map(() => 207))
  })
})
