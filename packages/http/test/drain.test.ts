import { Agent, get } from 'node:http'
import { addHealth, buildVersion, createLogger, drain } from '@signet/runtime'
import { expect, test } from 'vitest'
import { createHttp } from '../src/index.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

interface Answer {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly body: unknown
}

const ask = (port: number, path: string) =>
  new Promise<Answer>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          connection: response.headers.connection,
          body: JSON.parse(text),
        }),
      )
    }).on('error', reject)
  })

test('a stopping service reports that it is not ready, serves requests, and closes connections after their response', async () => {
  const app = createHttp({ limit: () => undefined, logger: createLogger('drain', 'silent'), proxyHops: 0 })
  addHealth(app, { database: async () => true }, { degraded: { nats: () => true } })
  app.get('/work', async () => ({ done: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  expect(await ask(port, '/ready')).toMatchObject({
    status: 200,
    connection: 'keep-alive',
    body: { status: 'ready', degraded: ['nats'] },
  })

  let closed = false
  const stopping = drain(app, 0.4).then(() => {
    closed = true
    return app.close()
  })
  expect(await ask(port, '/ready')).toMatchObject({
    status: 503,
    connection: 'close',
    body: { status: 'not_ready', failing: ['draining'] },
  })
  expect(await ask(port, '/work')).toMatchObject({ status: 200, connection: 'close', body: { done: true } })
  expect(await ask(port, '/health')).toMatchObject({
    status: 200,
    body: { status: 'ok', version: buildVersion },
  })
  expect(closed).toBe(false)
  await stopping
  await expect(ask(port, '/work')).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
})
