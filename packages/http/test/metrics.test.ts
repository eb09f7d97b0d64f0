import {
  addHealth,
  collectProcessMetrics,
  createLogger,
  metricsCatalogue,
  noteSuccess,
  scrape,
  serveMetrics,
  watch,
} from '@signet/runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttp } from '../src/index.ts'

const logger = createLogger('metrics', 'silent')

test('requests are counted by route template and class of status, and probes are not', async () => {
  collectProcessMetrics()
  const app = createHttp({ limit: () => undefined, logger, proxyHops: 0 })
  addHealth(app, {})
  app.get('/counted/:id', async () => ({}))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }
  for (const path of ['/counted/1', '/counted/2', '/ready']) await fetch(`http://127.0.0.1:${port}${path}`)
  await vi.waitFor(async () =>
    expect(await scrape()).toContain(
      'signet_http_request_duration_seconds_count{route="/counted/:id",status="2xx"} 2',
    ),
  )
  expect(await scrape()).not.toContain('route="/ready"')
})

test('gauges are read at each scrape: a failing or removed source is omitted, and equal labels are added up', async () => {
  const stops = [
    watch('signet_cache_entries', () => [{ labels: { cache: 'things' }, value: 2 }]),
    watch('signet_cache_entries', async () => [{ labels: { cache: 'things' }, value: 3 }]),
    watch('signet_cache_entries', () => Promise.reject(new Error('away'))),
  ]
  expect(await scrape()).toContain('signet_cache_entries{cache="things"} 5')
  for (const stop of stops) stop()
  expect(await scrape()).not.toContain('cache="things"')
})

test('a worker reports the time of its last completed round', async () => {
  noteSuccess('tester')
  const line = /signet_worker_last_success_timestamp_seconds\{worker="tester"\} ([\d.]+)/.exec(await scrape())
  expect(Math.abs(Number(line?.[1]) - Date.now() / 1000)).toBeLessThan(10)
})

test('metrics have their own port on loopback, and none unless one is configured', async () => {
  const host = '127.0.0.1'
  expect((await serveMetrics({ SIGNET_METRICS_HOST: host }, logger)).port).toBeUndefined()
  const server = await serveMetrics({ SIGNET_METRICS_HOST: host, SIGNET_METRICS_PORT: 0 }, logger)
  onTestFinished(() => server.close())
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const text = await answer.text()
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  for (const name of Object.keys(metricsCatalogue)) expect(text).toContain(`# HELP ${name} `)
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
})
