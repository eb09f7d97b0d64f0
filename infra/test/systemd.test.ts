import { readdirSync, readFileSync } from 'node:fs'
import { environments } from '@signet/runtime'
import { expect, test } from 'vitest'
import { imageNames } from '../images/assemble.ts'

const folder = new URL('../systemd/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const services = imageNames.filter((name) => name !== 'operator')

test('there is a unit for each service, which the target starts and the installer enables', () => {
  const units = readdirSync(folder).filter((name) => name.endsWith('.service'))
  expect(units.toSorted()).toEqual(
    [...services, 'migrate'].map((name) => `signet-${name}.service`).toSorted(),
  )
  for (const name of services) {
    expect(read('signet.target')).toContain(`signet-${name}.service`)
    expect(read('install')).toContain(` signet-${name}`)
  }
})

test('each unit gives its service every variable that it needs, and runs it as nobody', () => {
  const shared = [...read('environment.example').matchAll(/^(\w+)=/gm)].map(([, name]) => String(name))
  const known = Object.values(environments).flatMap((shape) => Object.keys(shape))
  for (const name of shared) expect(known).toContain(name)
  for (const name of services) {
    const unit = read(`signet-${name}.service`)
    const own = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
      String(line)
        .split(' ')
        .map((pair) => pair.replace(/(?:_FILE)?=.*$/, '')),
    )
    const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> =
      environments[name]
    const needed = Object.keys(shape).filter((one) => !shape[one]?.safeParse(undefined).success)
    expect([...shared, ...own], name).toEqual(expect.arrayContaining(needed))
    expect(unit).toMatch(/^DynamicUser=yes$/m)
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m)
  }
})
