import { readdirSync, readFileSync } from 'node:fs'
import { environments } from '@signet/runtime'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { imageNames } from '../images/assemble.ts'
import { edgeRules } from '../local/edge-routes.ts'

const folder = new URL('../charts/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')

interface Values {
  readonly secrets: readonly string[]
  readonly upstreams: Readonly<Record<string, string>>
  readonly callers: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const charts = imageNames.filter((name) => name !== 'operator')
const valuesOf = (chart: string): Values => parse(read(`${chart}/values.yaml`)) as Values

test('there is a chart for each service, and the umbrella has them all', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...charts, 'library', 'signet'].toSorted())
  const { dependencies } = parse(read('signet/Chart.yaml')) as { dependencies: { name: string }[] }
  expect(dependencies.map(({ name }) => name).toSorted()).toEqual([...charts, 'library'].toSorted())
})

test('charts set only variables that the service reads, and every one that it needs', () => {
  for (const chart of charts) {
    const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> =
      environments[chart]
    const { secrets, upstreams, environment } = valuesOf(chart)
    const given = [
      'SIGNET_BASE_URL',
      ...(secrets.includes('database-url') ? ['DATABASE_URL', 'NATS_URL'] : []),
      ...(secrets.includes('secret-keys') ? ['SIGNET_SECRET_KEYS'] : []),
      ...Object.keys(upstreams),
      ...Object.keys(environment),
    ]
    for (const name of given) expect(Object.keys(shape), chart).toContain(name)
    const needed = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success)
    expect(given, chart).toEqual(expect.arrayContaining(needed))
  }
})

test('whoever names a service is let in by it, and nobody else', () => {
  for (const chart of charts.filter((name) => name !== 'console')) {
    const naming = charts.filter((name) =>
      Object.values(valuesOf(name).upstreams).some(
        (upstream) => upstream.replace(/-documents$/, '') === chart,
      ),
    )
    expect(valuesOf(chart).callers.toSorted(), chart).toEqual(naming.toSorted())
  }
})

test('the Ingress leads every path of every host to the proxy that is made from the rules of the edge', () => {
  const template = read('signet/templates/ingress.yaml')
  expect([...template.matchAll(/\bpath: (\S+)/g)].map(([, path]) => path)).toEqual(['/'])
  expect([...template.matchAll(/service: \{ name: (.+?), port/g)].map(([, name]) => name)).toEqual([
    '{{ $.Release.Name }}-console',
  ])
  const upstreams = Object.values(valuesOf('console').upstreams)
  for (const { route } of edgeRules)
    if ('to' in route && route.to !== 'console') expect(upstreams).toContain(route.to)
})
