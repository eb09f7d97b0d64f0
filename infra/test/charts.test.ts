import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { edgeRules } from '@signet/edge'
import { environments } from '@signet/runtime'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { imageNames } from '../images/assemble.ts'
import { root } from '../local/repository.ts'
import { chartForms } from '../packaging/chart.ts'

const folder = new URL('../charts/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')

interface Values {
  readonly secrets: readonly string[]
  readonly upstreams: Readonly<Record<string, string>>
  readonly addresses?: Readonly<Record<string, string>>
  readonly hasMetrics: boolean
  readonly callers: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const charts = [...imageNames.filter((name) => name !== 'operator'), 'edge'] as const
const valuesOf = (chart: string): Values => parse(read(`${chart}/values.yaml`)) as Values

const namedBy = (chart: string): Readonly<Record<string, string>> => {
  const { upstreams, addresses = {} } = valuesOf(chart)
  return { ...upstreams, ...addresses }
}

test('every service has a chart, and the umbrella chart contains all of them', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...charts, 'library', 'signet'].toSorted())
  const { dependencies } = parse(read('signet/Chart.yaml')) as { dependencies: { name: string }[] }
  expect(dependencies.map(({ name }) => name).toSorted()).toEqual([...charts, 'library'].toSorted())
})

test('a chart sets only variables that its service reads, and every required one', () => {
  for (const chart of charts) {
    const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> =
      environments[chart]
    const { secrets, environment, hasMetrics } = valuesOf(chart)
    const given = [
      ...(hasMetrics || chart === 'edge' ? ['SIGNET_BASE_URL'] : []),
      ...(secrets.includes('database-url') ? ['DATABASE_URL', 'NATS_URL'] : []),
      ...(secrets.includes('secret-keys') ? ['SIGNET_SECRET_KEYS'] : []),
      ...Object.keys(namedBy(chart)),
      ...Object.keys(environment),
    ]
    for (const name of given) expect(Object.keys(shape), chart).toContain(name)
    const needed = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success)
    expect(given, chart).toEqual(expect.arrayContaining(needed))
  }
})

test('the network policy of a service admits exactly the charts that name its address', () => {
  for (const chart of charts.filter((name) => name !== 'edge')) {
    const naming = charts.filter((name) =>
      Object.values(namedBy(name)).some((upstream) => upstream.replace(/-live$/, '') === chart),
    )
    expect(valuesOf(chart).callers.toSorted(), chart).toEqual(naming.toSorted())
  }
})

test('the Ingress sends every path of every host to HAProxy, whose configuration has a route to every service', () => {
  const template = read('signet/templates/ingress.yaml')
  expect([...template.matchAll(/\bpath: (\S+)/g)].map(([, path]) => path)).toEqual(['/'])
  expect([...template.matchAll(/service: \{ name: (.+?), port/g)].map(([, name]) => name)).toEqual([
    '{{ $.Release.Name }}-edge',
  ])
  const named = Object.values(namedBy('edge'))
  for (const { route } of edgeRules) if ('to' in route) expect(named).toContain(route.to)
})

test('the chart of the edge names every address that its configuration of HAProxy reads', () => {
  const variables = [...read('edge/haproxy.cfg').matchAll(/"\$\{(SIGNET_EDGE_\w+)\}"/g)].map(
    ([, name]) => name,
  )
  expect(Object.keys(namedBy('edge')).toSorted()).toEqual([...new Set(variables)].toSorted())
})

test('the chart of the edge contains complete names, because HAProxy does not search domains', () => {
  const template = read('library/templates/_service.tpl')
  const [, address] =
    /range \$name, \$service := \.Values\.addresses \}\}\n.*value: "(.*)"/.exec(template) ?? []
  expect(address).toBe(
    '{{ $release }}-{{ $service }}.{{ $.Release.Namespace }}.svc.{{ $global.clusterDomain }}:8080',
  )
})

/** Biome aligns tables. */
const unaligned = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')

test.each(Object.entries(chartForms()))('%s equals the generated file (npm run print)', (file, generated) =>
  expect(unaligned(readFileSync(join(root, file), 'utf8'))).toBe(unaligned(generated)),
)
