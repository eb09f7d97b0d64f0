import { expect, onTestFinished, test, vi } from 'vitest'
import { scrape, watch } from '../src/index.ts'

test('two Prometheus that scrape concurrently receive the same result', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const labels = { cache: 'read twice' }
  onTestFinished(
    watch('signet_cache_entries', async () => {
      await promise
      return [{ labels, value: 3 }]
    }),
  )
  const both = Promise.all([scrape(), scrape()])
  resolve()
  for (const text of await both) expect(text).toContain('signet_cache_entries{cache="read twice"} 3\n')
})

test('a source that does not respond delays a scrape for at most a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  onTestFinished(watch('signet_outbox_events', () => new Promise(() => undefined)))
  onTestFinished(watch('signet_cache_entries', () => [{ labels: { cache: 'at once' }, value: 1 }]))
  const text = scrape()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await text).toContain('signet_cache_entries{cache="at once"} 1\n')
})

test('a gauge without a source, or with a failing one, has no value', async () => {
  onTestFinished(watch('signet_outbox_oldest_seconds', () => Promise.reject(new Error('no database'))))
  expect(await scrape()).not.toMatch(/^signet_(nats_connected|outbox_oldest_seconds) /m)
  onTestFinished(watch('signet_nats_connected', () => [{ labels: {}, value: 0 }]))
  expect(await scrape()).toMatch(/^signet_nats_connected 0$/m)
})
