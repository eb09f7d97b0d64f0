import { once } from 'node:events'
import { connect } from 'node:net'
import { createLogger } from '@signet/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../src/index.ts'

const logger = createLogger('slow clients', 'silent')

/** Until the server closes a connection on which `said` is sent, and then a letter every 50 ms. */
async function untilClosed(port: number, said: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  if (said) socket.write(said)
  const dripping = setInterval(() => said && socket.write('x'), 50)
  await once(socket, 'close')
  clearInterval(dripping)
}

test('operations 11: a connection on which nothing is said, or whose head never ends, is closed', async () => {
  const app = createHttp({
    limit: () => undefined,
    logger,
    proxyHops: 0,
    before: (router) => (request, response) => router(request, response),
    limits: { headersTimeout: 200, connectionsCheckingInterval: 50 },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }
  await Promise.all([untilClosed(port, ''), untilClosed(port, 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ')])
})

test('operations 11: every service gives a head 10 s, a request 15 s, a silent connection 20 s, and looks every 2 s', () => {
  const { server } = createHttp({ limit: () => undefined, logger, proxyHops: 0, before: (router) => router })
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2_000,
    timeout: 20_000,
  })
})
