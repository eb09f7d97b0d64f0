import { sql } from '@signet/db'
import { startMailDelivery } from '@signet/mail'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { certifiedProvider, credentialed, provider } from '../../../test/support/directories.ts'
import { ownProject, type Place, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { announceExpiries } from './announce.ts'

let world: World
let place: Place
let ownerId: string
beforeAll(async () => {
  world = await startWorld()
  await configureMail(world)
  ownerId = (await world.ok(world.people.owner, 'whoami', {})).id
})
beforeEach(async () => {
  await world.database.run(sql`DELETE FROM mail_messages`)
  await world.database.run(sql`DELETE FROM throttles`)
  await world.database.run(sql`UPDATE identity_providers SET secret_expires_on = NULL`)
  await world.database.run(sql`UPDATE provisioning_credentials SET expires_at = NULL`)
  await world.database.run(sql`DELETE FROM expiry_notices`)
  place = { world, teamId: world.team, ...(await ownProject(world)) }
})
afterAll(() => world?.close())

const announce = () =>
  announceExpiries({
    database: world.database,
    vault: world.deps.vault,
    baseUrl: world.deps.config.SIGNET_BASE_URL,
  })

const endsIn = ({ providerId }: { providerId: string }, days: number) =>
  world.database.run(sql`
    UPDATE identity_providers SET secret_expires_on = (now() AT TIME ZONE 'UTC')::date + ${days}::int WHERE id = ${providerId}`)

const mailed = async () =>
  (
    await world.database.rows<{ id: string }>(
      sql`SELECT account_id AS id FROM mail_messages WHERE purpose = 'expiry' ORDER BY account_id`,
    )
  ).map(({ id }) => id)

const announced = async () =>
  (
    await world.database.rows<{ days: number }>(sql`SELECT days FROM expiry_notices ORDER BY sent_at, days`)
  ).map(({ days }) => days)

describe('mails about expiring secrets and credentials:', () => {
  test.each([
    [31, []],
    [30, [30]],
    [8, [30]],
    [7, [7]],
    [1, [1]],
    [0, []],
  ])('a secret that ends in %i days is announced for the days %j, and once only', async (days, expected) => {
    await endsIn(await provider(place), days)
    await announce()
    await announce()
    expect(await announced()).toEqual(expected)
    expect(await mailed()).toEqual(expected.length > 0 ? [ownerId] : [])
  })

  test('a secret is announced again for the next number of days, and for a later day of a new secret', async () => {
    const at = await provider(place)
    for (const days of [30, 7, 1, 6]) {
      await endsIn(at, days)
      await announce()
    }
    expect(await announced()).toEqual([30, 7, 1, 7])
  })

  test('ten concurrent rounds announce a secret once', async () => {
    await endsIn(await provider(place), 5)
    await Promise.all(Array.from({ length: 10 }, announce))
    expect(await announced()).toEqual([7])
    expect(await mailed()).toEqual([ownerId])
  })

  test('one mail in the language of the owner lists the secrets and credentials with their days', async () => {
    const one = await provider(place)
    await endsIn(one, 3)
    const two = await credentialed(place, 'static_token')
    await world.database.run(sql`
      UPDATE provisioning_credentials SET expires_at = now() + interval '6 days' WHERE connection_id = ${two.connectionId}`)
    await world.database.run(sql`
      UPDATE accounts SET profile = profile || '{"locale":"de"}' WHERE id = ${ownerId}`)
    onTestFinished(async () => {
      await world.database.run(sql`UPDATE accounts SET profile = profile - 'locale' WHERE id = ${ownerId}`)
    })
    const [owner] = await world.database.rows<{ email: string }>(
      sql`SELECT email FROM accounts WHERE id = ${ownerId}`,
    )
    await announce()
    expect(await mailed()).toEqual([ownerId])
    const delivery = startMailDelivery({ ...world.deps, database: world.database, everyMs: 50 })
    onTestFinished(() => delivery.close())
    const mail = await world.mailbox.next(owner?.email ?? '')
    expect(mail.text).toContain('Das Client-Geheimnis des Anmeldeanbieters')
    expect(mail.text).toContain('Zugangsdaten des Verzeichnisses')
    expect(mail.link).toBe(`${world.deps.config.SIGNET_BASE_URL}/admin`)
  })

  test.each([
    ['a disabled provider', sql`enabled = false`],
    [
      'a provider that signs assertions',
      sql`client_authentication = 'private_key_jwt', assertion_key = '{}', assertion_key_sealed = 'x'`,
    ],
  ])('%s is not announced', async (_which, columns) => {
    const at = await provider(place)
    await endsIn(at, 5)
    await world.database.run(sql`UPDATE identity_providers SET ${columns} WHERE id = ${at.providerId}`)
    await announce()
    expect(await mailed()).toEqual([])
    await world.database.run(sql`DELETE FROM identity_providers WHERE id = ${at.providerId}`)
  })

  test('the mail about a provider with SAML names its certificates', async () => {
    const at = await provider(place)
    await world.database.run(sql`
      UPDATE identity_providers SET protocol = 'saml', client_secret_sealed = NULL WHERE id = ${at.providerId}`)
    await endsIn(at, 5)
    await announce()
    const delivery = startMailDelivery({ ...world.deps, database: world.database, everyMs: 50 })
    onTestFinished(() => delivery.close())
    const [owner] = await world.database.rows<{ email: string }>(
      sql`SELECT email FROM accounts WHERE id = ${ownerId}`,
    )
    const mail = await world.mailbox.next(owner?.email ?? '')
    expect(mail.text).toMatch(/signing certificates|Signaturzertifikate/)
    expect(mail.link).toContain(`/providers/${at.providerId}`)
  })

  test('the mail about a certificate of the client names the certificate', async () => {
    const at = await certifiedProvider(place)
    await endsIn(at, 5)
    await announce()
    expect(await announced()).toEqual([7])
    const delivery = startMailDelivery({ ...world.deps, database: world.database, everyMs: 50 })
    onTestFinished(() => delivery.close())
    const [owner] = await world.database.rows<{ email: string }>(
      sql`SELECT email FROM accounts WHERE id = ${ownerId}`,
    )
    const mail = await world.mailbox.next(owner?.email ?? '')
    expect(mail.text).toMatch(/certificate by which Signet authenticates|Zertifikat, mit dem sich Signet/)
    expect(mail.link).toContain(`/providers/${at.providerId}`)
  })

  test('a team without a reachable owner is announced to the super administrators', async () => {
    await endsIn(await provider(place), 5)
    await world.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${ownerId}`)
    onTestFinished(async () => {
      await world.database.run(sql`UPDATE accounts SET email_verified = true WHERE id = ${ownerId}`)
    })
    await announce()
    const { id } = await world.ok(world.people.super, 'whoami', {})
    expect(await mailed()).toContain(id)
    expect(await mailed()).not.toContain(ownerId)
  })

  test('nothing is recorded while mail delivery is not configured, so that a later round announces it', async () => {
    await endsIn(await provider(place), 5)
    const [settings] = await world.database.rows<{ row: object }>(
      sql`SELECT to_jsonb(s) AS row FROM smtp_settings s`,
    )
    await world.database.run(sql`DELETE FROM smtp_settings`)
    await announce()
    expect(await announced()).toEqual([])
    await world.database.run(sql`
      INSERT INTO smtp_settings SELECT * FROM jsonb_populate_record(NULL::smtp_settings, ${JSON.stringify(settings?.row)}::jsonb)`)
    await announce()
    expect(await announced()).toEqual([7])
  })

  test('a record of a value that ended more than a week ago is deleted', async () => {
    await world.database.run(sql`
      INSERT INTO expiry_notices (project_id, subject_id, ends_at, days)
      SELECT ${place.projectId}, ${unique('x')} || n, now() - make_interval(days => n), 1 FROM unnest(ARRAY[6, 8]) n`)
    await announce()
    expect(await announced()).toEqual([1])
  })
})
