import { once } from 'node:events'
import { connect } from 'node:net'
import { createLogger } from '@signet/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../src/index.ts'

const logger = createLogger('slow clients', 'silent')

/** Sends `said`, then a letter every 50 ms. */
async function untilClosed(port: number, said: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  if (said) socket.write(said)
  const dripping = setInterval(() => said && socket.write('x'), 50)
  // `once` of node:events would reject after a reset, which closes the connection too.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
}

test('a connection without data, or whose head never ends, is closed', async () => {
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

test('every service allows 10 s for a head, 15 s for a request, 20 s without data, and checks every 2 s', () => {
  const { server } = createHttp({ limit: () => undefined, logger, proxyHops: 0, before: (router) => router })
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2_000,
    timeout: 20_000,
  })
})
