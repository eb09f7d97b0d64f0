import { auditedBefore, openDatabase, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { type FreshDatabase, freshDatabase } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, type Presented, proveAddress } from '../src/index.ts'

let fresh: FreshDatabase
let database: ReturnType<typeof openDatabase>
let projectId: string
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase({ url: fresh.url, name: 'accounts test' })
  const [row] = await database.rows<{ id: string }>(sql`SELECT default_project_id AS id FROM instance`)
  projectId = row?.id ?? ''
  await database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    SELECT ${projectId}, id, id, 'https://corp.example', 'x', 0 FROM unnest(ARRAY['corp', 'other']) id`)
})
afterAll(async () => {
  await database?.close()
  await fresh?.drop()
})

const issuer = 'https://corp.example'

async function unprovenAccount(): Promise<string> {
  const id = newId('account')
  await createAccount(auditedBefore(database), {
    projectId,
    id,
    email: `${id}@example.com`,
    emailVerified: false,
  })
  return id
}

const prove = (id: string, presented: Presented = {}) =>
  database.transaction((tx) =>
    proveAddress(auditedBefore(tx), { id: projectId, issuer: fresh.baseUrl }, id, presented),
  )

async function identitiesAfterProof(
  presented: (subject: string) => { providerId: string; issuer: string; subject: string } | undefined,
): Promise<number> {
  const id = await unprovenAccount()
  await database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    VALUES (${projectId}, 'corp', ${issuer}, ${id}, ${id})`)
  const identity = presented(id)
  await prove(id, identity ? { identity } : {})
  const [row] = await database.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM identities WHERE account_id = ${id}`,
  )
  return row?.count ?? 0
}

const nothing = { password: false, identities: 0, passkeys: 0, recoveryCodes: false }

test('the proof of an address reports an authenticator as removed only when the account had one', async () => {
  const [without, enrolled] = [await unprovenAccount(), await unprovenAccount()]
  await database.run(
    sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${enrolled}`,
  )
  expect(await prove(without)).toEqual({ ...nothing, authenticator: false })
  expect(await prove(enrolled)).toEqual({ ...nothing, authenticator: true })
})

test('the proof of an address waits for no lock of another account', async () => {
  const [proven, other] = [await unprovenAccount(), await unprovenAccount()]
  await database.transaction(async (tx) => {
    await tx.rows<object>(sql`SELECT 1 FROM accounts WHERE id = ${other} FOR UPDATE`)
    expect(await prove(proven)).not.toBeNull()
  })
})

test('the proof of an address keeps the identity that was presented with it', async () => {
  expect(await identitiesAfterProof((subject) => ({ providerId: 'corp', issuer, subject }))).toBe(1)
})

test.each([
  ['no identity', () => undefined],
  ['an identity of another provider', (subject: string) => ({ providerId: 'other', issuer, subject })],
  [
    'an identity of another issuer',
    (subject: string) => ({ providerId: 'corp', issuer: 'https://other.example', subject }),
  ],
  ['an identity of another subject', () => ({ providerId: 'corp', issuer, subject: 'other' })],
])('the proof of an address removes the linked identity when %s was presented', async (_what, presented) => {
  expect(await identitiesAfterProof(presented)).toBe(0)
})
