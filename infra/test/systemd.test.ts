import { readdirSync, readFileSync } from 'node:fs'
import { environments } from '@signet/runtime'
import { expect, test } from 'vitest'
import { imageNames } from '../images/assemble.ts'

const folder = new URL('../systemd/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const services = [...imageNames.filter((name) => name !== 'operator'), 'edge'] as const

test('every service has a unit, which the target starts and the installer enables', () => {
  const units = readdirSync(folder).filter((name) => name.endsWith('.service'))
  expect(units.toSorted()).toEqual(
    [...services, 'migrate', 'nats'].map((name) => `signet-${name}.service`).toSorted(),
  )
  for (const name of services) {
    expect(read('signet.target')).toContain(`signet-${name}.service`)
    expect(read('install')).toContain(` signet-${name}`)
  }
})

test('each unit gives its service every variable that it needs, and runs it as a dynamic user', () => {
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

test('a unit whose service has a user at NATS starts after NATS and stops before it', () => {
  for (const name of services) {
    const unit = read(`signet-${name}.service`)
    const isOrdered = /^After=.* signet-nats\.service$/m.test(unit)
    expect({ name, isOrdered }).toEqual({ name, isOrdered: unit.includes('NATS_USER=') })
  }
  expect(read('signet-nats.service')).toMatch(/^KillSignal=SIGINT$/m)
})

test('the installer replaces running programs with files that every user may read', () => {
  const lines = read('install').split('\n')
  const copies = lines.filter((line) => /^cp .*\/opt\/signet\/$/.test(line))
  expect(copies[0]).toMatch(/^cp -r --remove-destination "\$here"\/node /)
  const mask = lines.indexOf('umask 022')
  expect(mask).toBeGreaterThan(0)
  expect(mask).toBeLessThan(lines.findIndex((line) => /^(?:cp|mkdir) /.test(line)))
})

test('no unit needs other programs than /bin/sh, HAProxy, nats-server and Node.js', () => {
  for (const name of [...services, 'migrate', 'nats'])
    for (const [, program] of read(`signet-${name}.service`).matchAll(/^Exec\w+=(\S+)/gm))
      expect(['/bin/sh', '/usr/sbin/haproxy', '/usr/sbin/nats-server', '/opt/signet/node']).toContain(program)
})
