import { readdirSync, readFileSync } from 'node:fs'
import { environments } from '@signet/runtime'
import { expect, test } from 'vitest'
import { imageNames } from '../images/assemble.ts'

const folder = new URL('../systemd/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const services = [...imageNames.filter((name) => name !== 'operator'), 'edge'] as const

/** The edge is one process, of which HAProxy replaces the workers; each service has two processes. */
const unitOf = (name: string): string => (name === 'edge' ? 'signet-edge.service' : `signet-${name}@.service`)

test('every service has a unit with two processes, which the target starts, the edge reaches and the installer enables', () => {
  const units = readdirSync(folder).filter((name) => name.endsWith('.service'))
  expect(units.toSorted()).toEqual(
    [...services.map(unitOf), 'signet-migrate.service', 'signet-nats.service'].toSorted(),
  )
  for (const name of services.filter((service) => service !== 'edge')) {
    const ports = [...read('signet.target').matchAll(new RegExp(`signet-${name}@(\\d+)\\.service`, 'g'))].map(
      ([, port]) => String(port),
    )
    expect(ports, name).toHaveLength(2)
    for (const port of ports) {
      expect(read('install')).toContain(`signet-${name}@${port}`)
      expect(read('haproxy.cfg')).toContain(`-127.0.0.1:${port}}"`)
    }
  }
  expect(read('signet.target')).toContain(' signet-edge.service')
})

test('no start limit ends a unit for good, and a restarted migration does not stop the services', () => {
  for (const name of [...services.map(unitOf), 'signet-migrate.service', 'signet-nats.service']) {
    expect(read(name), name).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(read(name), name).toMatch(/^Restart=(?:always|on-failure)$/m)
    expect(read(name), name).not.toMatch(/^Requires=/m)
  }
})

test('each unit gives its service every variable that it needs, and runs it as a dynamic user', () => {
  const shared = [...read('environment.example').matchAll(/^(\w+)=/gm)].map(([, name]) => String(name))
  const known = Object.values(environments).flatMap((shape) => Object.keys(shape))
  for (const name of shared) expect(known).toContain(name)
  for (const name of services) {
    const unit = read(unitOf(name))
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
    const unit = read(unitOf(name))
    const isOrdered = /^After=.* signet-nats\.service$/m.test(unit)
    expect({ name, isOrdered }).toEqual({ name, isOrdered: unit.includes('NATS_USER=') })
  }
  expect(read('signet-nats.service')).toMatch(/^KillSignal=SIGINT$/m)
})

test('the installer copies a release completely, for every user, before the release has its name', () => {
  const lines = read('install').split('\n')
  const copy = lines.findIndex((line) => line.includes('cp -R "$here" "$opt/releases/unfinished"'))
  const named = lines.findIndex((line) => line.includes('mv "$opt/releases/unfinished" "$release"'))
  expect([copy > 0, named > copy]).toEqual([true, true])
  expect(lines.indexOf('umask 022')).toBeGreaterThan(0)
  expect(read('install')).toContain('chmod -R go+rX,go-w "$opt/releases/unfinished"')
})

test('the installer migrates with the new release before it changes the running one', () => {
  const text = read('install')
  const steps = ['  migrate "$1"', '  point current "$1"', '  restart_services']
  const at = steps.map((step) => text.indexOf(`${step}`, text.indexOf('switch_to() {')))
  expect(at).toEqual(at.toSorted((left, right) => left - right))
  expect(at.every((position) => position > 0)).toBe(true)
})

test('no unit needs other programs than /bin/sh, HAProxy, nats-server and Node.js', () => {
  const known = [
    '/bin/sh',
    '/usr/sbin/haproxy',
    '/usr/sbin/nats-server',
    '/opt/signet/current/node',
    '/opt/signet/next/node',
  ]
  for (const name of [...services.map(unitOf), 'signet-migrate.service', 'signet-nats.service'])
    for (const [, program] of read(name).matchAll(/^Exec\w+=(\S+)/gm)) expect(known).toContain(program)
})
