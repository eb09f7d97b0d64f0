import { createHttp } from '@signet/http'
import { createLogger, scrape } from '@signet/runtime'
import { expect, test, vi } from 'vitest'
import { enqueue, logoutNotice, startConsumer, startRelay } from '../src/index.ts'
import { during, notice, stage } from './support.ts'

const patient = { timeout: 20_000, interval: 100 }
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

test('the messages of a request carry its trace context', async () => {
  const { database, nats } = await stage()
  const connection = await nats.connected(AbortSignal.timeout(20_000))
  const message = connection.subscribe(logoutNotice.pattern, { max: 1 })
  const app = during(
    createHttp({ limit: () => undefined, logger: createLogger('trace', 'silent'), proxyHops: 0 }),
  )
  app.get('/', async () => database.transaction((tx) => enqueue(tx, logoutNotice, notice('app'))))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  await fetch(`http://127.0.0.1:${port}/`, { headers: { traceparent } })
  during(startRelay({ database, nats }))
  for await (const { headers } of message)
    expect(headers?.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`))
})

test('the metrics count pending events in the outbox and at a consumer, and dead letters', async () => {
  const { database, nats } = await stage()
  await nats.connected(AbortSignal.timeout(20_000))
  const relay = during(startRelay({ database, nats }))
  await database.transaction((tx) => enqueue(tx, logoutNotice, notice('app')))
  const shows = (...lines: string[]) =>
    vi.waitFor(async () => {
      const text = await scrape()
      for (const line of lines) expect(text).toContain(line)
    }, patient)
  relay.wake()
  await shows('signet_outbox_events 1', 'signet_nats_connected 1')
  const [, oldest] = /^signet_outbox_oldest_seconds (\d+\.\d+)$/m.exec(await scrape()) ?? []
  expect(Number(oldest)).toBeLessThan(20)
  const counted = Promise.withResolvers<void>()
  during(
    startConsumer({
      database,
      nats,
      event: logoutNotice,
      name: 'logout-delivery',
      work: async () => {
        await counted.promise
        throw new Error('refused')
      },
      isHopeless: () => true,
      onDeadLetter: async () => undefined,
    }),
  )
  const givenUp = async () =>
    Number(/^signet_dead_letters_total\{consumer="logout-delivery"\} (\d+)$/m.exec(await scrape())?.[1])
  // The metric exists from the start: an alert detects an increase only from an existing value.
  const atStart = await givenUp()
  expect(atStart).toBeGreaterThanOrEqual(0)
  counted.resolve()
  await vi.waitFor(async () => expect(await givenUp()).toBe(atStart + 1), patient)
  await shows(
    'signet_outbox_events 0',
    'signet_consumer_pending{consumer="logout-delivery",state="undelivered"} 0',
  )
})
