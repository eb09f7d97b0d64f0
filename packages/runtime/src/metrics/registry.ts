import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import {
  type CounterName,
  catalogue,
  type GaugeName,
  type HistogramName,
  type Labels,
  type MetricName,
} from './catalogue.ts'

/** One value of a gauge, with its labels. */
export interface Reading<Name extends GaugeName> {
  readonly labels: Labels<Name>
  readonly value: number
}

type Source = () => Promise<readonly Reading<GaugeName>[]> | readonly Reading<GaugeName>[]

/** A source that does not answer in time is left out of one scrape, which is late otherwise. Milliseconds. */
const sourceMs = 1_000

const registry = new Registry()

/** Somebody is to read. */
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

/** Where nobody reads it is not written down: it costs a token request nearly a hundredth. */
export function observe<Name extends HistogramName>(name: Name, value: number, labels: Labels<Name>): void {
  if (isCollecting) histograms.get(name)?.observe(labels, value)
}

/**
 * Has a gauge read when it is asked for. Sources that answer the same labels are added up.
 * @returns how to stop
 */
export function watch<Name extends GaugeName>(
  name: Name,
  read: () => Promise<readonly Reading<Name>[]> | readonly Reading<Name>[],
): () => void {
  const key = Symbol(name)
  sources.set(key, { name, read: read as Source })
  return () => void sources.delete(key)
}

let scraping: Promise<string> | undefined

/** Everything in the text format of Prometheus. Two that ask at the same time get one answer. */
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

/** Without labels a gauge is 0 after a reset, and a service that has no NATS would say that it has lost it. */
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
    // What cannot be asked now has no value: that is told by its own metric, such as whether NATS is connected.
    return { name, readings: [] }
  } finally {
    clearTimeout(timer)
  }
}

/** Of Node.js itself: event loop, memory, collections, handles. Begun once, when somebody is to read them. */
export function collectProcessMetrics(): void {
  if (isCollecting) return
  isCollecting = true
  collectDefaultMetrics({ register: registry })
}

const successes = new Map<string, number>()
watch('signet_worker_last_success_timestamp_seconds', () =>
  [...successes].map(([worker, value]) => ({ labels: { worker }, value })),
)

/** A worker of the background has done a round. */
export const noteSuccess = (worker: string): void => void successes.set(worker, Date.now() / 1000)
