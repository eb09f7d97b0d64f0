import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { type Database, sql } from '../src/index.ts'
import { seeded } from './support/databases.ts'
import { runCommand } from './support/run-cli.ts'

const keys = async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const text = async (key: CryptoKey) => JSON.stringify({ keys: [await exportJWK(key)] })
  return { publicKeys: await text(publicKey), privateKeys: await text(privateKey) }
}

const setUp = (url: string, machineKeys: string) =>
  runCommand('setup', {
    env: { DATABASE_URL: url, SIGNET_MACHINE_KEYS: machineKeys, SIGNET_MACHINE_ACTS_FOR: 'Ada@example.com' },
  })

const addAdministrator = (database: Database) =>
  database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key)
    SELECT administrators_project_id, 'usr_ada', 'ada@example.com', 'ada@example.com' FROM instance`)

const machines = (database: Database) =>
  database.rows(sql`
    SELECT c.client_id, c.acts_for, g.account_id FROM agent_clients c JOIN oidc_grants g ON g.id = c.grant_id`)

test('db:setup permits a machine from its public keys once its administrator exists, and only once', async () => {
  const { url, database } = await seeded()
  const { publicKeys } = await keys()
  expect((await setUp(url, publicKeys)).output).toContain('No administrator Ada@example.com yet')
  expect(await machines(database)).toEqual([])
  await addAdministrator(database)
  expect((await setUp(url, publicKeys)).output).toContain('machine: signet-machine')
  expect(await machines(database)).toEqual([
    { client_id: 'signet-machine', acts_for: 'usr_ada', account_id: 'usr_ada' },
  ])
  expect((await setUp(url, publicKeys)).output).not.toContain('machine')
  expect(await machines(database)).toHaveLength(1)
})

test('db:setup rejects private keys and invalid key sets with a message', async () => {
  const { url, database } = await seeded()
  const { privateKeys } = await keys()
  for (const wrong of [privateKeys, '{', '{"keys":[]}', '{"keys":[{"kty":"oct","k":"a"}]}']) {
    const ended = await setUp(url, wrong)
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('SIGNET_MACHINE_KEYS') })
    expect(ended.output).not.toContain('"d"')
  }
  expect(await machines(database)).toEqual([])
})
