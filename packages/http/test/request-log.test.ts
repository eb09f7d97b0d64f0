import { get as httpGet } from 'node:http'
import { addHealth, createLogger, noteRequest, Refusal } from '@signet/runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttp, createInternalFetch } from '../src/index.ts'

type Line = Readonly<Record<string, unknown>>

async function serve({ proxyHops = 0, calls }: { proxyHops?: number; calls?: string } = {}) {
  const lines: Line[] = []
  const write = (text: string) => {
    const line = JSON.parse(text) as Line
    if (line.message === 'request') lines.push(line)
  }
  const app = createHttp({
    limit: () => undefined,
    logger: createLogger('test', 'info', { write }),
    proxyHops,
  })
  addHealth(app, {})
  app.get('/things/:id', async () => {
    noteRequest({ project: 'prj_1', client: 'app' })
    if (calls) await createInternalFetch('http://signet.test', calls)('http://signet.test/things/2')
    return {}
  })
  app.get('/refused', async (_request, reply) => {
    noteRequest({ cause: 'not_allowed' })
    return reply.code(403).send(new Refusal('not_found').name)
  })
  app.get('/slow', () => new Promise(() => undefined))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers }),
    lines: async (count: number) => {
      await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(count))
      return lines
    },
  }
}

test('each request is logged in one line with caller, route, status and time, and without its content', async () => {
  const { get, lines } = await serve()
  const answer = await get('/things/secret-7?code=secret-8', { authorization: 'Bearer secret-9' })
  const [line = {}] = await lines(1)
  expect(line).toMatchObject({
    service: 'test',
    message: 'request',
    method: 'GET',
    route: '/things/:id',
    project: 'prj_1',
    client: 'app',
    status: 200,
    id: answer.headers.get('x-request-id'),
    ms: expect.any(Number),
  })
  expect(JSON.stringify(line)).not.toContain('secret-')
})

test('a rejected request is logged with its cause, an unknown address without one, and a probe is not logged', async () => {
  const { get, lines } = await serve()
  await get('/health')
  await get('/ready')
  await get('/refused')
  await get('/nowhere/secret-1')
  const found = await lines(2)
  expect(found.map(({ route, status, cause }) => ({ route, status, cause }))).toEqual([
    { route: '/refused', status: 403, cause: 'not_allowed' },
    { route: 'unknown', status: 404, cause: undefined },
  ])
})

test('a request is logged as aborted when its client disconnected', async () => {
  const { port, lines } = await serve()
  const request = httpGet({ host: '127.0.0.1', port, path: '/slow' })
  request.once('error', () => undefined)
  setTimeout(() => request.destroy(), 50)
  expect(await lines(1)).toMatchObject([{ route: '/slow', cause: 'aborted' }])
})

test('the X-Request-Id of a caller is logged as callerId and never becomes the id of the request', async () => {
  for (const proxyHops of [0, 1]) {
    const { get, lines } = await serve({ proxyHops })
    const answer = await get('/things/1', { 'x-request-id': 'caller-1234:5' })
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(await lines(1)).toMatchObject([
      { id: answer.headers.get('x-request-id'), callerId: 'caller-1234:5' },
    ])
  }
})

test('a malformed X-Request-Id of a caller is not logged', async () => {
  const { get, lines } = await serve({ proxyHops: 1 })
  const malformed = ['short', 'a b c d e f g', 'x'.repeat(129), '{"id":"12345678"}']
  for (const value of malformed) await get('/things/1', { 'x-request-id': value })
  const logged = await lines(malformed.length)
  expect(logged.map(({ callerId }) => callerId)).toEqual(malformed.map(() => undefined))
})

test('a trace continues in the called service, and begins here without an incoming one', async () => {
  const inner = await serve()
  const outer = await serve({ calls: inner.origin })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await outer.get('/things/1', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  const first = await outer.get('/things/1', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })
  const begun = first.headers.get('x-request-id')?.replaceAll('-', '')
  const traces = async ({ lines }: typeof outer) => (await lines(2)).map(({ trace }) => trace)
  expect(await traces(outer)).toEqual([traceId, begun])
  expect(await traces(inner)).toEqual([traceId, begun])
})
