import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configureMail, manage, requireVerification } from '../../../test/support/attempts.ts'
import { link, movedUser } from '../../../test/support/directories.ts'
import { signIn } from '../../../test/support/people.ts'
import { makeUser, newAdministrator, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  await configureMail(world)
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

const newAddress = () => `${unique('moved')}@example.com`
const owner = () => world.people.owner

/** Creates a linked user whose provider states another address. */
async function moved({
  to = newAddress(),
  proven = true,
  trusted = true,
  verified = true,
  password = true,
} = {}) {
  const at = await movedUser({ world, projectId }, { email: to, proven })
  await world.database.run(
    sql`UPDATE identity_providers SET email_trusted = ${trusted} WHERE id = ${at.providerId}`,
  )
  await world.database.run(sql`
    UPDATE accounts SET email_verified = ${verified}, password_hash = CASE WHEN ${password}::boolean THEN 'a hash' END
    WHERE id = ${at.userId}`)
  return { at, to }
}

const adopt = (input: Readonly<Record<string, unknown>>, person = owner()) =>
  world.call(person, 'federation_identity_address_adopt', input)

async function adoptConfirmed(input: Readonly<Record<string, unknown>>, person = owner()) {
  const { body } = await adopt(input, person)
  return adopt({ ...input, confirm: true, expect: Object(body).expect }, person)
}

const read = ({ projectId: id, userId }: { projectId: string; userId: string }) =>
  world.ok(owner(), 'project_user_get', { projectId: id, userId })

const noticesTo = (userId: string) =>
  world.database.rows<object>(
    sql`SELECT 1 FROM mail_messages WHERE purpose = 'way_in' AND account_id = ${userId}`,
  )

describe('address at the provider:', () => {
  test('a user lists the addresses at providers that differ from the address of the account', async () => {
    const { at, to } = await moved()
    const { email, signIn } = await read(at)
    expect(signIn.otherAddresses).toEqual([
      { providerId: at.providerId, displayName: expect.any(String), email: to, verified: true },
    ])
    await world.database.run(
      sql`UPDATE identities SET email = ${email.toUpperCase()} WHERE account_id = ${at.userId}`,
    )
    expect((await read(at)).signIn.otherAddresses).toEqual([])
  })

  test('the first call previews both addresses and changes nothing, and the confirmed call changes the address', async () => {
    const { at, to } = await moved()
    const { email: from } = await read(at)
    const preview = await adopt(at)
    expect(preview.body).toMatchObject({
      expect: { from, to, verified: true },
      consequences: [expect.stringContaining(to), expect.stringContaining('verified')],
    })
    expect((await read(at)).email).toBe(from)
    expect((await adoptConfirmed(at)).body).toMatchObject({ email: to, verified: true })
    expect((await read(at)).signIn.otherAddresses).toEqual([])
    const entries = await world.database.rows<object>(sql`
      SELECT detail FROM audit_entries WHERE target_id = ${at.userId} AND action = 'enduser.email.change'`)
    expect(entries).toEqual([
      { detail: expect.objectContaining({ providerId: at.providerId, email: { from, to } }) },
    ])
  })

  test('a confirmation is refused when the address at the provider changed after the preview', async () => {
    const { at, to } = await moved()
    const { body } = await adopt(at)
    await world.database.run(
      sql`UPDATE identities SET email = ${newAddress()} WHERE account_id = ${at.userId}`,
    )
    const late = await adopt({ ...at, confirm: true, expect: Object(body).expect })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale_preview' } })
    expect((await read(at)).email).not.toBe(to)
  })

  test.each([
    ['of a trusted provider is verified', {}, true],
    ['that the provider did not verify is unverified', { proven: false }, false],
    ['of a provider that is not trusted is unverified', { trusted: false }, false],
    ['of an account with an unproven password is unverified', { verified: false }, false],
    [
      'of an unproven account without another credential is verified',
      { verified: false, password: false },
      true,
    ],
  ])('an adopted address %s', async (_title, columns, verified) => {
    const { at, to } = await moved(columns)
    expect((await adoptConfirmed(at)).body).toMatchObject({ email: to, verified })
  })

  test('the verified former address gets a notice, and mailed proofs become invalid', async () => {
    const { at } = await moved()
    await world.database.run(sql`
      INSERT INTO account_tokens (project_id, id, account_id, purpose, address, expires_at)
      VALUES (${projectId}, ${unique('t')}, ${at.userId}, 'reset', 'former@example.com', now() + interval '1 hour')`)
    await adoptConfirmed(at)
    expect(await noticesTo(at.userId)).toHaveLength(1)
    expect(
      await world.database.rows(sql`SELECT 1 FROM account_tokens WHERE account_id = ${at.userId}`),
    ).toEqual([])
  })

  test('an address of another account is refused, and both accounts stay', async () => {
    const other = { projectId, userId: await makeUser({ world, projectId, teamId: world.team }) }
    const { at } = await moved({ to: (await read(other)).email })
    const [before, holder] = [await read(at), await read(other)]
    expect(await adopt(at)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    const expected = { from: before.email, to: holder.email, verified: true }
    const confirmed = await adopt({ ...at, confirm: true, expect: expected })
    expect(confirmed).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect([(await read(at)).email, (await read(other)).id]).toEqual([before.email, holder.id])
  })

  test('a user of a directory keeps the address of the directory', async () => {
    const { at } = await moved()
    await manage(world, at)
    expect(await adopt(at)).toMatchObject({ status: 409, body: { code: 'user_managed' } })
  })

  test('a link without an address and a missing link answer not_found', async () => {
    const { at } = await moved()
    await world.database.run(sql`UPDATE identities SET email = NULL WHERE account_id = ${at.userId}`)
    expect((await adopt(at)).status).toBe(404)
    expect((await adopt({ ...at, providerId: 'missing' })).status).toBe(404)
  })
})

describe('address of an administrator at a provider:', () => {
  async function movedAdministrator() {
    const administrators = world.administratorsProject
    const providerId = unique('idp')
    const userId = await newAdministrator(world)
    await world.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, email_trusted, position)
      VALUES (${administrators}, ${providerId}, 'Upstream', 'https://up.example.com', 'x', true, 1)`)
    await link(world, { projectId: administrators, providerId, accountId: userId })
    await world.database.run(sql`UPDATE accounts SET email_verified = true WHERE id = ${userId}`)
    await world.database.run(sql`
      UPDATE identities SET email = ${newAddress()}, email_proven = true WHERE account_id = ${userId}`)
    return { projectId: administrators, userId, providerId }
  }

  test('the adopted address is unverified, and the former one gets a notice', async () => {
    const at = await movedAdministrator()
    expect((await adoptConfirmed(at, world.people.super)).body).toMatchObject({ verified: false })
    expect(await noticesTo(at.userId)).toHaveLength(1)
  })

  test('administrators do not adopt an own address that they must verify before the next sign-in', async () => {
    const at = await movedAdministrator()
    await world.ok(world.people.super, 'admin_super_grant', { adminId: at.userId })
    await requireVerification(world)
    const own = await signIn(world, at.userId)
    expect(await adopt(at, own)).toMatchObject({ status: 409, body: { code: 'own_email_locked' } })
  })
})
