import { createLogger, Refusal } from '@signet/runtime'
import { sendRaw } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../src/index.ts'

const methods = [
  'QUERY',
  'PROPFIND',
  'PURGE',
  'TRACE',
  'LINK',
  'REPORT',
  'SEARCH',
  'M-SEARCH',
  'LOCK',
  'MKCOL',
]

test.each(methods)(
  '%s receives 405 with Allow, with and without a body, with and without a route',
  async (method) => {
    const defects: unknown[] = []
    const app = createHttp({ logger: createLogger('test', 'silent'), proxyHops: 0, limit: () => undefined })
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refusal)) defects.push(error)
      return reply.code(error instanceof Refusal ? error.status : 500).send()
    })
    app.post('/things', async () => ({}))
    await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const address = { host: '127.0.0.1', port: (app.server.address() as { port: number }).port }
    for (const target of ['/things', '/nowhere'])
      for (const extra of [
        {},
        { body: '{}' },
        { body: '{}', headers: { 'content-type': 'application/json' } },
      ]) {
        const { status, headers } = await sendRaw(address, { method, target, ...extra })
        expect({ status, allow: headers.allow }).toEqual({
          status: 405,
          allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        })
      }
    expect(defects).toEqual([])
  },
)
