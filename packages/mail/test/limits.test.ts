import { type Database, openDatabase, sql } from '@signet/db'
import { createVault, secretKeys, type Vault } from '@signet/secrets'
import { freshDatabase } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  isMailLimit,
  keepLetter,
  keepSignInMethodNotice,
  mailLimits,
  testMessage,
  writeLetter,
} from '../src/index.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let vault: Vault
let projectId: string
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase({ url: fresh.url, name: 'mail limits test' })
  vault = createVault(secretKeys(fresh.secretKeys))
  const [row] = await database.rows<{ id: string }>(sql`SELECT administrators_project_id AS id FROM instance`)
  projectId = row?.id ?? ''
  await database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, from_name, from_email)
    VALUES ('127.0.0.1', 25, false, '', 'Signet', 'no-reply@example.com')`)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})
beforeEach(async () => {
  await database.run(sql`DELETE FROM throttles`)
})

let serial = 0
const next = (prefix: string): string => {
  serial += 1
  return `${prefix}_${serial}`
}
const newAccount = async (): Promise<string> => {
  const id = next('usr')
  await database.run(sql`INSERT INTO accounts (project_id, id) VALUES (${projectId}, ${id})`)
  return id
}

const letter = (to: string) => writeLetter({ to, language: 'en', message: testMessage({ instance: 'x' }) })
type Sender = Parameters<typeof keepLetter>[2]['sender']

async function send(to: string, sender: Sender = 'self'): Promise<boolean> {
  const id = next('mail')
  const about = { accountId: await newAccount() }
  const cause = { projectId, id, purpose: 'invitation', sender, about, seconds: 60 } as const
  try {
    await database.transaction((tx) => keepLetter(tx, vault, cause, letter(to)))
    return true
  } catch (error) {
    if (isMailLimit(error)) return false
    throw error
  }
}

const sendMany = async (count: number, to: (index: number) => string, sender?: Sender): Promise<number> => {
  let sent = 0
  for (let index = 0; index < count; index += 1) if (await send(to(index), sender)) sent += 1
  return sent
}

test('one address receives a limited number of messages an hour, for all accounts together', async () => {
  expect(await sendMany(mailLimits.toAddressPerHour + 5, () => 'victim@example.com')).toBe(
    mailLimits.toAddressPerHour,
  )
  expect(await send('another@example.com')).toBe(true)
})

test('spellings and subaddresses of one mailbox are counted together', async () => {
  const spellings = [
    'victim@example.com',
    'VICTIM@Example.com',
    'victim+a@example.com',
    'Victim+b@example.COM',
  ]
  expect(await sendMany(40, (index) => spellings[index % spellings.length] ?? '')).toBe(
    mailLimits.toAddressPerHour,
  )
})

test('one address receives a limited number of messages a day', async () => {
  const hours = Math.ceil(mailLimits.toAddressPerDay / mailLimits.toAddressPerHour) + 1
  let sent = 0
  for (let hour = 0; hour < hours; hour += 1) {
    await database.run(sql`
      UPDATE throttles SET window_started_at = now() - interval '61 minutes' WHERE bucket = 'mail to address an hour'`)
    sent += await sendMany(mailLimits.toAddressPerHour, () => 'victim@example.com')
  }
  expect(sent).toBe(mailLimits.toAddressPerDay)
})

test('one administrator sends a limited number of messages a day, to all addresses together', async () => {
  const sender = { administrator: 'usr_sender' }
  expect(await send('first@example.com', sender)).toBe(true)
  await database.run(
    sql`UPDATE throttles SET count = ${mailLimits.bySenderPerDay - 1} WHERE bucket = 'mail by sender a day'`,
  )
  expect(await sendMany(3, (index) => `user${index}@example.com`, sender)).toBe(1)
  expect(await send('last@example.com', { administrator: 'usr_another' })).toBe(true)
  expect(await send('self@example.com')).toBe(true)
})

test('a rejected message is neither stored nor counted', async () => {
  await sendMany(mailLimits.toAddressPerHour, () => 'victim@example.com')
  const count = () => database.rows(sql`SELECT count FROM throttles WHERE bucket = 'mail to address a day'`)
  const stored = () => database.rows(sql`SELECT id FROM mail_messages`)
  const before = [await count(), await stored()]
  expect(await send('victim@example.com')).toBe(false)
  expect([await count(), await stored()]).toEqual(before)
})

test('notices of changed sign-in methods are counted separately, and beyond the limit the change still commits', async () => {
  await sendMany(mailLimits.toAddressPerHour, () => 'owner@example.com')
  const notice = async () => {
    const accountId = await newAccount()
    await database.transaction((tx) =>
      keepSignInMethodNotice(tx, vault, { projectId, accountId }, letter('owner@example.com')),
    )
    return database.rows(sql`SELECT id FROM mail_messages WHERE account_id = ${accountId}`)
  }
  expect(await notice()).toHaveLength(1)
  await database.run(
    sql`UPDATE throttles SET count = ${mailLimits.noticesToAddressPerDay} WHERE bucket = 'mail notices to address a day'`,
  )
  expect(await notice()).toHaveLength(0)
})
