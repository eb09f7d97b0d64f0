import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { metricsCatalogue } from '@signet/runtime'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const file = (path: string): URL => new URL(`../monitoring/${path}`, import.meta.url)
const read = (path: string): string => readFileSync(file(path), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: Readonly<Record<string, string>>
}

const rules = (): Rule[] =>
  (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

const queries = (): string[] =>
  (JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
    ({ targets }) => targets.map(({ expr }) => expr),
  )

const metricsOf = (text: string): string[] =>
  [...text.matchAll(/signet_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''))

test('alerts and dashboard use only existing metrics, and the dashboard shows every metric', () => {
  const asked = new Set([...rules().map(({ expr }) => expr), ...queries()].flatMap(metricsOf))
  expect(Object.keys(metricsCatalogue)).toEqual(expect.arrayContaining([...asked]))
  expect([...new Set(queries().flatMap(metricsOf))].toSorted()).toEqual(
    Object.keys(metricsCatalogue).toSorted(),
  )
})

test('each alert has a summary and names an existing runbook', () => {
  for (const { alert, annotations } of rules()) {
    expect(annotations.summary, alert).toMatch(/\.$/)
    expect(existsSync(new URL(`../../${annotations.runbook}`, import.meta.url)), alert).toBe(true)
  }
})

test('each alert fires for its fault, when promtool is installed', () => {
  const { error, status, stdout } = spawnSync('promtool', [
    'test',
    'rules',
    fileURLToPath(file('alerts.test.yaml')),
  ])
  if (error) return expect(error.message).toContain('ENOENT')
  expect(stdout.toString()).toContain('SUCCESS')
  expect(status).toBe(0)
})
