import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import {
  type CounterName,
  catalogue,
  type GaugeName,
  type HistogramName,
  type Labels,
  type MetricName,
} from './catalogue.ts'

export interface Reading<Name extends GaugeName> {
  readonly labels: Labels<Name>
  readonly value: number
}

type Source = () => Promise<readonly Reading<GaugeName>[]> | readonly Reading<GaugeName>[]

/** A slower source is omitted, so that it does not delay the scrape. */
const sourceMs = 1_000

const registry = new Registry()

/** True once metrics are served. */
let isCollecting = false
const sources = new Map<symbol, { readonly name: GaugeName; readonly read: Source }>()

const common = (name: MetricName) => ({
  name,
  help: catalogue[name].help,
  labelNames: [...catalogue[name].labels] as string[],
  registers: [registry],
})

const names = Object.keys(catalogue) as MetricName[]
const isOf = (kind: string) => (name: MetricName) => catalogue[name].kind === kind

const counters = new Map(names.filter(isOf('counter')).map((name) => [name, new Counter(common(name))]))
const gauges = new Map(names.filter(isOf('gauge')).map((name) => [name, new Gauge(common(name))]))
const histograms = new Map(
  names.filter(isOf('histogram')).map((name) => {
    const definition = catalogue[name]
    const buckets = 'buckets' in definition ? [...definition.buckets] : []
    return [name, new Histogram({ ...common(name), buckets })]
  }),
)

export function count<Name extends CounterName>(name: Name, labels: Labels<Name>, by = 1): void {
  counters.get(name)?.inc(labels, by)
}

/** Skipped while metrics are off: it would cost a token request nearly a hundredth of its time. */
export function observe<Name extends HistogramName>(name: Name, value: number, labels: Labels<Name>): void {
  if (isCollecting) histograms.get(name)?.observe(labels, value)
}

/** Reads the source at each scrape. Values of sources with equal labels are added up. */
export function watch<Name extends GaugeName>(
  name: Name,
  read: () => Promise<readonly Reading<Name>[]> | readonly Reading<Name>[],
): () => void {
  const key = Symbol(name)
  sources.set(key, { name, read: read as Source })
  return () => void sources.delete(key)
}

let scraping: Promise<string> | undefined

/** Concurrent calls share one scrape. */
export function scrape(): Promise<string> {
  scraping ??= readAll().finally(() => {
    scraping = undefined
  })
  return scraping
}

async function readAll(): Promise<string> {
  const answers = await Promise.all([...sources.values()].map(readSource))
  for (const [name, gauge] of gauges) clear(name, gauge)
  for (const { name, readings } of answers)
    for (const { labels, value } of readings) gauges.get(name)?.inc(labels, value)
  return registry.metrics()
}

export const { contentType } = registry

/** A reset gauge without labels is 0: a service without NATS would report a lost connection. */
function clear(name: MetricName, gauge: Gauge): void {
  gauge.reset()
  if (catalogue[name].labels.length === 0) gauge.remove()
}

async function readSource({ name, read }: { name: GaugeName; read: Source }) {
  const { promise: late, resolve } = Promise.withResolvers<readonly Reading<GaugeName>[]>()
  const timer = setTimeout(() => resolve([]), sourceMs)
  try {
    return { name, readings: await Promise.race([read(), late]) }
  } catch {
    // The failure has its own metric, such as the one of the NATS connection.
    return { name, readings: [] }
  } finally {
    clearTimeout(timer)
  }
}

export function collectProcessMetrics(): void {
  if (isCollecting) return
  isCollecting = true
  collectDefaultMetrics({ register: registry })
}

const successes = new Map<string, number>()
watch('signet_worker_last_success_timestamp_seconds', () =>
  [...successes].map(([worker, value]) => ({ labels: { worker }, value })),
)

export const noteSuccess = (worker: string): void => void successes.set(worker, Date.now() / 1000)
