import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLogger } from '@signet/runtime'
import { makeCertificate, startNats } from '@signet/testkit'
import { nkeys } from 'nats'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type NatsCredentials, natsOptions } from '../src/credentials.ts'
import { connectNats } from '../src/index.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-nats-credentials-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function reaches(configuration: string, credentials: NatsCredentials, url = (plain: string) => plain) {
  const server = await startNats({ configuration })
  onTestFinished(() => server.close())
  const nats = connectNats({ url: url(server.url), credentials, name: 'credentials test' })
  onTestFinished(() => nats.close())
  await nats.connected(AbortSignal.timeout(8_000))
  return true
}

const password = 'authorization { user: signet, password: "s3cret/@" }'

describe('authentication to NATS', () => {
  test('a service connects with user and password, in variables or in the address', async () => {
    expect(await reaches(password, { NATS_USER: 'signet', NATS_PASSWORD: 's3cret/@' })).toBe(true)
    const named = (plain: string) => plain.replace('//', '//signet:s3cret%2F%40@')
    expect(await reaches(password, {}, named)).toBe(true)
  })

  test('a service connects with a token', async () => {
    expect(await reaches('authorization { token: "abc" }', { NATS_TOKEN: 'abc' })).toBe(true)
  })

  test('a service connects with the seed of an nkey in a file', async () => {
    const user = nkeys.createUser()
    const seed = file('user.nk', user.getSeed())
    const configuration = `authorization { users: [ { nkey: ${user.getPublicKey()} } ] }`
    expect(await reaches(configuration, { NATS_NKEY_SEED_FILE: seed })).toBe(true)
  })

  test('a service connects over TLS with a private authority and a client certificate', async () => {
    const made = makeCertificate({ subject: [['CN', 'localhost']], names: [['ip', '127.0.0.1']] })
    const key = file('key.pem', made.key)
    const cert = file('cert.pem', made.pem)
    const configuration = `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${cert}", verify: true }`
    const files = { NATS_TLS_CA_FILE: cert, NATS_TLS_CERT_FILE: cert, NATS_TLS_KEY_FILE: key }
    expect(await reaches(configuration, files)).toBe(true)
  })
})

test('a rejected connection is logged once, as a warning, with the server’s reason', async () => {
  const server = await startNats({ configuration: password })
  onTestFinished(() => server.close())
  const logger = createLogger('credentials test', 'silent')
  const warn = vi.spyOn(logger, 'warn')
  const credentials = { NATS_USER: 'signet', NATS_PASSWORD: 'wrong' }
  const nats = connectNats({ url: server.url, credentials, name: 'refused', logger })
  onTestFinished(() => nats.close())
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 5_000 })
  // The service retries every half second.
  await pause(1_700)
  expect(warn.mock.calls).toEqual([
    [
      expect.objectContaining({
        err: expect.objectContaining({ message: expect.stringMatching(/authorization/i) }),
      }),
      expect.stringContaining('refuses this service'),
    ],
  ])
  expect(nats.connection).toBeUndefined()
})

describe('invalid credentials', () => {
  test.each<[NatsCredentials, string]>([
    [{ NATS_CREDS_FILE: '/nowhere/x.creds' }, 'The file of NATS_CREDS_FILE cannot be read.'],
    [{ NATS_TLS_CA_FILE: '/nowhere/ca.pem' }, 'The file of NATS_TLS_CA_FILE cannot be read.'],
    [{ NATS_TOKEN: 'a', NATS_USER: 'b' }, 'NATS_TOKEN and NATS_USER are both set: set only one of them.'],
  ])('credentials %o are rejected with a message that names the variable', (credentials, sentence) => {
    expect(() => natsOptions('nats://127.0.0.1:4222', credentials)).toThrow(sentence)
  })
})
