import { type Database, openDatabase, sql } from '@signet/db'
import { createLogger } from '@signet/runtime'
import { createVault, secretKeys } from '@signet/secrets'
import { collectFaults, freshDatabase, startMailbox } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMailer, keepLetter, startMailDelivery, testMessage, writeLetter } from '../src/index.ts'

const patient = { timeout: 25_000, interval: 50 }
const logger = createLogger('test', 'silent')

async function startStage() {
  const [fresh, mailbox] = await Promise.all([freshDatabase(), startMailbox()])
  const database = openDatabase({ url: fresh.url, name: 'mail outbox test' })
  const vault = createVault(secretKeys(fresh.secretKeys))
  const mailer = createMailer({ database, vault, allow: [`${mailbox.host}:${mailbox.port}`], totalMs: 2_000 })
  await database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, from_name, from_email)
    VALUES (${mailbox.host}, ${mailbox.port}, false, '', 'Signet', 'no-reply@example.com')`)
  await database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key)
    SELECT administrators_project_id, 'usr_1', 'a@example.com', 'a@example.com' FROM instance`)
  const [row] = await database.rows<{ id: string }>(sql`SELECT administrators_project_id AS id FROM instance`)
  const close = async () => {
    await mailbox.close()
    await database.close()
    await fresh.drop()
  }
  return { database, vault, mailer, mailbox, projectId: row?.id ?? '', close }
}

let stage: Awaited<ReturnType<typeof startStage>>
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  stage.mailbox.misbehave(undefined)
  await stage.database.run(sql`DELETE FROM mail_messages`)
  await stage.database.run(sql`DELETE FROM account_tokens`)
})

/** Models a process that ended after its commit; the proof exists unless it was replaced. */
async function leave(id: string, { proof = true, seconds = 3_600 } = {}): Promise<string> {
  const { database, vault, projectId } = stage
  const to = `${id}@example.com`
  await database.transaction(async (tx) => {
    if (proof)
      await tx.run(sql`
        INSERT INTO account_tokens (project_id, id, account_id, purpose, address, expires_at)
        VALUES (${projectId}, ${id}, 'usr_1', 'invitation', 'a@example.com', now() + interval '1 day')`)
    const cause = {
      projectId,
      id,
      purpose: 'invitation' as const,
      sender: 'self' as const,
      about: { accountId: 'usr_1' },
      seconds,
    }
    const message = testMessage({ instance: 'secret-link' })
    await keepLetter(tx, vault, cause, writeLetter({ to, language: 'en', message }))
  })
  await database.run(sql`UPDATE mail_messages SET due_at = now() WHERE id = ${id}`)
  return to
}

function deliver(count = 1) {
  const { faults, occurrences } = collectFaults('test', logger)
  for (let replica = 0; replica < count; replica += 1) {
    const delivery = startMailDelivery({ ...stage, faults, logger, everyMs: 50 })
    onTestFinished(() => delivery.close())
  }
  return occurrences
}

const states = (database: Database) =>
  database.rows(sql`SELECT state, reason, sealed IS NULL AS emptied FROM mail_messages`)
const until = (expected: object[]) =>
  vi.waitFor(async () => expect(await states(stage.database)).toEqual(expected), patient)

test('a message whose process ended is sent by one of two replicas, and its text is deleted', async () => {
  const to = await leave('msg_died')
  deliver(2)
  expect((await stage.mailbox.next(to)).text).toContain('secret-link')
  await until([{ state: 'sent', reason: null, emptied: true }])
  expect(stage.mailbox.received.filter((mail) => mail.to.includes(to))).toHaveLength(1)
})

test('a waiting message is sealed, and its envelope cannot be decrypted in another row', async () => {
  await leave('msg_sealed')
  const [row] = await stage.database.rows<{ sealed: string }>(sql`SELECT sealed FROM mail_messages`)
  expect(row?.sealed).not.toContain('secret-link')
  const place = { table: 'mail_messages', row: `${stage.projectId}/other`, column: 'sealed' }
  expect(() => stage.vault.open(row?.sealed ?? '', place)).toThrow()
})

test('a message whose link was replaced is not sent', async () => {
  const to = await leave('msg_replaced', { proof: false })
  deliver()
  await until([])
  expect(stage.mailbox.received.filter((mail) => mail.to.includes(to))).toEqual([])
})

test('a message waits while the mail server is unreachable, and fails finally when the server rejects it', async () => {
  await stage.database.run(sql`UPDATE smtp_settings SET port = 1`)
  onTestFinished(() =>
    stage.database.run(sql`UPDATE smtp_settings SET port = ${stage.mailbox.port}`).then(() => undefined),
  )
  await leave('msg_away')
  deliver()
  // An attempt is counted when it begins, and postpones the message when it fails.
  const tried = () =>
    stage.database.rows(sql`SELECT attempts, state, updated_at > created_at AS postponed FROM mail_messages`)
  const away = [{ attempts: 1, state: 'waiting', postponed: true }]
  await vi.waitFor(async () => expect(await tried()).toEqual(away), patient)
  stage.mailbox.misbehave('refuse recipient')
  await stage.database.run(sql`UPDATE smtp_settings SET port = ${stage.mailbox.port}`)
  await stage.database.run(sql`UPDATE mail_messages SET due_at = now()`)
  await until([{ state: 'failed', reason: 'refused', emptied: true }])
})

test('a message that could not be sent in its time is abandoned with one fault', async () => {
  await leave('msg_late')
  await stage.database.run(sql`UPDATE mail_messages SET expires_at = now() - interval '1 minute'`)
  const occurrences = deliver(2)
  await until([{ state: 'failed', reason: 'expired', emptied: true }])
  await vi.waitFor(() => expect(occurrences.filter(({ route }) => route === 'mail')).toHaveLength(1), patient)
})
