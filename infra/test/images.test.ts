import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environments } from '@signet/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { imageNames } from '../images/assemble.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface ComposeService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
}

const services = (): [string, ComposeService][] =>
  Object.entries((parse(read('compose/compose.yaml'), { merge: true }) as { services: object }).services)

test('the Containerfile has a target for each image, and each runs without root', () => {
  const text = read('images/Containerfile')
  const targets = [...text.matchAll(/^FROM base AS (\S+)$/gm)].map(([, name]) => name)
  expect(targets.toSorted()).toEqual([...imageNames].toSorted())
  expect(text).toMatch(/^FROM scratch AS base$/m)
  expect(text).toMatch(/^USER 65532:65532$/m)
})

test('compose starts every image without privileges, and sets only variables that a service reads', () => {
  const ours = services().filter(([, { image }]) => image.startsWith('signet/'))
  const images = new Set(ours.map(([, { image }]) => image.replace(/^signet\/|:.*$/g, '')))
  expect([...images].toSorted()).toEqual([...imageNames].toSorted())
  const known = new Set(Object.values(environments).flatMap((shape) => Object.keys(shape)))
  for (const [name, { environment = {}, read_only, cap_drop }] of ours) {
    expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] })
    for (const variable of Object.keys(environment))
      expect(known.has(variable) || known.has(variable.replace(/_FILE$/, '')), `${variable} of ${name}`).toBe(
        true,
      )
  }
})

/** @returns the calls that change something */
function upgradeWith(containers: readonly string[], version = '1.2.0'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'signet-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'log')
  const docker = `#!/bin/sh
case "$*" in
  "compose ps"*) printf '${containers.join('\\n')}\n' ;;
  "image inspect"*) echo sha256:new ;;
  "inspect"*new?) echo sha256:new ;;
  "inspect"*) echo sha256:old ;;
  *) echo "$*" >> ${log} ;;
esac
`
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 })
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    SIGNET_VERSION: version,
    SIGNET_UPGRADE_PAUSE: '0',
  }
  execFileSync(fileURLToPath(new URL('../compose/upgrade', import.meta.url)), { env, stdio: 'ignore' })
  return readFileSync(log, 'utf8').trim().split('\n')
}

const stopped = (name: string): string[] => [`stop -t 30 ${name}`, `rm ${name}`]

test.each([
  ['of the old release', ['old1', 'old2'], 4, ['old1', 'old2']],
  ['of both releases after an interruption', ['old1', 'new1', 'new2'], 3, ['old1']],
  ['of both releases before the last one was started', ['old1', 'old2', 'new1'], 4, ['old1', 'old2']],
  ['of the new release', ['new1', 'new2'], 2, []],
])(
  'the upgrade of compose with containers %s migrates first, and stops the old ones when as many new ones are ready',
  (_, containers, scale, old) => {
    const lines = upgradeWith(containers)
    expect(lines.slice(0, 2)).toEqual([
      'compose run --rm --no-deps setup',
      'compose run --rm --no-deps migrate',
    ])
    const perService = imageNames
      .filter((name) => name !== 'operator')
      .map((name) => [
        `compose up --detach --wait --no-deps --no-recreate --scale ${name}=${scale} ${name}`,
        ...old.flatMap(stopped),
      ])
    expect(lines.slice(2, -1)).toEqual(perService.flat())
  },
)

test('the upgrade of compose needs a version', () => {
  expect(() => upgradeWith(['old1'], '')).toThrow()
})

test('the start script of compose separates the user of the services from the owner, also in an older installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'docker'), '#!/bin/sh\n', { mode: 0o755 })
  for (const file of ['up', 'haproxy.cfg', 'nats.conf'])
    writeFileSync(join(folder, file), read(`compose/${file}`), { mode: 0o755 })
  const start = () =>
    execFileSync(join(folder, 'up'), {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      stdio: 'ignore',
    })
  const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')
  start()
  const owner = secret('database-owner-url')
  expect(owner).toMatch(/^postgresql:\/\/signet:[\w-]{43}@postgres:5432\/signet$/)
  const separate = /^postgresql:\/\/signet_services:[\w-]{43}@postgres:5432\/signet$/
  expect(secret('database-url')).toMatch(separate)
  // An older installation has the URL of the owner only.
  rmSync(join(folder, 'secrets/database-owner-url'))
  rmSync(join(folder, 'secrets/database-url'))
  writeFileSync(join(folder, 'secrets/database-url'), owner)
  start()
  expect(secret('database-owner-url')).toBe(owner)
  const services = secret('database-url')
  expect(services).toMatch(separate)
  start()
  expect([secret('database-owner-url'), secret('database-url')]).toEqual([owner, services])
})
