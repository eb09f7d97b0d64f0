import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connectNats, type NatsUserName, natsUsers } from '@signet/events'
import { findNatsServer, freePort, launch } from '@signet/local-servers'
import { connect } from 'nats'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../local/repository.ts'
import { natsForms, passwordVariable } from '../nats/forms.ts'

const users = Object.keys(natsUsers) as NatsUserName[]

test.each(Object.entries(natsForms))(
  '%s equals the generated configuration (npm run print)',
  (file, generated) => expect(readFileSync(join(root, file), 'utf8')).toBe(generated),
)

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-nats-form-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function startShipped(file: string, passwords: string): Promise<string> {
  const binary = findNatsServer()
  if (!binary) throw new Error('nats-server is not installed.')
  const folder = temporaryFolder()
  const shipped = readFileSync(join(root, file), 'utf8')
  writeFileSync(join(folder, 'nats.conf'), shipped.replace(/^jetstream .*$/m, ''))
  writeFileSync(join(folder, 'passwords.conf'), passwords)
  const port = await freePort()
  const server = launch({
    command: binary,
    args: ['-c', join(folder, 'nats.conf'), '-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', folder],
    gently: 'SIGTERM',
    logFile: join(folder, 'nats.log'),
  })
  onTestFinished(() => server.stop())
  return `nats://127.0.0.1:${port}`
}

describe.each(Object.keys(natsForms))('nats-server with %s', (file) => {
  test('nats-server admits each service with its password, and no other client', async () => {
    const lines = users.map((user) => `${passwordVariable(user)}: "1secret-of-${user}"`)
    const url = await startShipped(file, `${lines.join('\n')}\n`)
    for (const user of users) {
      const credentials = { NATS_USER: user, NATS_PASSWORD: `1secret-of-${user}` }
      const nats = connectNats({ url, credentials, name: user, declaresStreams: user !== 'operator' })
      onTestFinished(() => nats.close())
      const connection = await nats.connected(AbortSignal.timeout(8_000))
      expect(connection.info?.jetstream).toBe(true)
    }
    await expect(connect({ servers: url })).rejects.toThrow(/authorization/i)
  })
})

function generated(script: string, folder: string): string {
  cpSync(join(root, script), join(folder, 'script'))
  for (const name of ['haproxy.cfg', 'nats.conf'])
    cpSync(join(root, dirname(script), name), join(folder, name))
  const bin = join(folder, 'bin')
  execFileSync('mkdir', ['-p', bin, join(folder, 'secrets')])
  writeFileSync(join(bin, 'docker'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  execFileSync('sh', [join(folder, 'script')], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: 'ignore',
  })
  return readFileSync(join(folder, 'secrets/nats-passwords'), 'utf8')
}

test('compose generates one password for each user, once', async () => {
  const folder = temporaryFolder()
  const passwords = generated('infra/compose/up', folder)
  for (const user of users) {
    const password = readFileSync(join(folder, `secrets/nats-${user}`), 'utf8')
    expect(password).toMatch(/^[\w-]{43}$/)
    expect(passwords).toContain(`${passwordVariable(user)}: "${password}"\n`)
  }
  expect(generated('infra/compose/up', folder)).toBe(passwords)
  const url = await startShipped('infra/compose/nats.conf', passwords)
  const pass = readFileSync(join(folder, 'secrets/nats-scim'), 'utf8')
  await vi.waitFor(async () => (await connect({ servers: url, user: 'scim', pass })).close(), {
    timeout: 5_000,
  })
})
