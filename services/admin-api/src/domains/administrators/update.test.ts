import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../../test/support/people.ts'
import { unique } from '../../../test/support/things.ts'
import { makeTeam, startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const newcomer = () => makeAdministrator(world, `${unique('a')}@example.com`)

describe('administrators:', () => {
  test('a deactivated administrator is refused on the next request, and so are their agents', async () => {
    const person = await newcomer()
    const agent = await world.agent(person, ['admin:read'])
    expect((await world.call(person, 'whoami', {})).status).toBe(200)
    await world.ok(world.people.super, 'admin_deactivate', { adminId: person.accountId })
    expect((await world.call(person, 'whoami', {})).status).toBe(401)
    expect((await world.call(agent, 'whoami', {})).status).toBe(401)
  })

  test('a member of the System team reads the right over the instance, and the System team is not among the teams', async () => {
    const identity = await world.ok(world.people.super, 'whoami', {})
    expect(identity.superAdministrator).toBe(true)
    expect(identity.teams.length).toBeGreaterThan(0)
    expect(identity.teams.map(({ kind }) => kind)).not.toContain('system')
  })

  test('a reactivated administrator has to sign in again', async () => {
    const person = await newcomer()
    await world.ok(world.people.super, 'admin_deactivate', { adminId: person.accountId })
    await world.ok(world.people.super, 'admin_update', { adminId: person.accountId, active: true })
    expect((await world.call(person, 'whoami', {})).status).toBe(401)
    expect((await world.call(await world.signIn(person), 'whoami', {})).status).toBe(200)
  })

  test('an administrator who changes their own address is refused only while addresses must be verified', async () => {
    const person = await newcomer()
    const { accountId: adminId } = person
    await world.ok(world.people.super, 'admin_super_grant', { adminId })
    const requireVerification = (required: boolean) =>
      world.database.run(sql`
        UPDATE projects SET email_verification_required = ${required} WHERE id = ${world.administratorsProject}`)
    const email = `${unique('b')}@example.com`
    await requireVerification(true)
    expect(await world.refused(person, 'admin_update', { adminId, email })).toMatchObject({
      code: 'own_email_locked',
    })
    await requireVerification(false)
    expect(await world.ok(person, 'admin_update', { adminId, email })).toMatchObject({ email })
    await world.ok(world.people.super, 'admin_super_withdraw', { adminId })
  })

  test('an administrator without the super administrator status keeps their teams and is refused by the instance immediately', async () => {
    const person = await newcomer()
    const { accountId: adminId } = person
    await world.ok(world.people.super, 'admin_super_grant', { adminId })
    expect((await world.call(person, 'admin_list', {})).status).toBe(200)
    await world.ok(world.people.super, 'admin_super_withdraw', { adminId })
    expect((await world.call(person, 'admin_list', {})).status).toBe(403)
    expect((await world.ok(person, 'whoami', {})).teams).toHaveLength(1)
  })

  test('an administrator who is signed out everywhere loses console sessions and agents, and may sign in again', async () => {
    const person = await newcomer()
    const agent = await world.agent(person, ['admin:read'])
    await world.ok(world.people.super, 'admin_sign_out', { adminId: person.accountId })
    expect((await world.call(person, 'whoami', {})).status).toBe(401)
    expect((await world.call(agent, 'whoami', {})).status).toBe(401)
    expect((await world.call(await world.signIn(person), 'whoami', {})).status).toBe(200)
  })

  test('a member who is removed from a team is refused by its projects on the next request, and so are their agents', async () => {
    const person = await newcomer()
    const teamId = await makeTeam(world, unique('Left '), [
      [world.people.owner.accountId, 'owner'],
      [person.accountId, 'member'],
    ])
    const { id: projectId } = await world.ok(person, 'project_create', { name: 'Left behind', teamId })
    const agent = await world.agent(person, ['admin:read', 'admin:write'])
    const tries = [
      ['project_get', { projectId }],
      ['project_update', { projectId, name: 'Mine again' }],
    ] as const
    for (const who of [person, agent])
      for (const [name, input] of tries) expect((await world.call(who, name, input)).status).toBe(200)
    await world.ok(world.people.owner, 'team_member_remove', { teamId, userId: person.accountId })
    for (const who of [person, agent])
      for (const [name, input] of tries) expect((await world.call(who, name, input)).status).toBe(404)
    expect((await world.ok(agent, 'project_list', {})).projects).toEqual([])
  })

  test('a locked or deleted administrator is refused on the next request, and so are their agents', async () => {
    const ways = [
      (id: string) => sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`,
      (id: string) => sql`DELETE FROM accounts WHERE id = ${id}`,
    ]
    for (const way of ways) {
      const person = await newcomer()
      const agent = await world.agent(person, ['admin:read'])
      await world.database.run(way(person.accountId))
      for (const who of [person, agent]) expect((await world.call(who, 'whoami', {})).status).toBe(401)
    }
  })

  test('an administrator with a changed address is unverified', async () => {
    const person = await newcomer()
    const email = `${unique('new')}@example.com`
    expect(
      await world.ok(world.people.super, 'admin_update', { adminId: person.accountId, email }),
    ).toMatchObject({ email, verified: false })
  })
})

test('the deletion of an administrator deletes the teams without another member', async () => {
  const person = await newcomer()
  const { accountId: userId } = person
  const personal = (await world.ok(person, 'whoami', {})).teams[0]?.id
  const alone = await makeTeam(world, unique('Alone '), [[userId, 'owner']])
  await world.ok(world.people.super, 'project_user_delete', {
    projectId: world.administratorsProject,
    userId,
  })
  const { teams } = await world.ok(world.people.super, 'team_list', {})
  expect(teams.filter(({ id }) => id === alone || id === personal)).toEqual([])
})

describe('races between administrators:', () => {
  test('one of two super administrators who deactivate each other concurrently remains', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = await Promise.all([newcomer(), newcomer()])
      for (const { accountId: adminId } of [one, other])
        await world.ok(world.people.super, 'admin_super_grant', { adminId })
      await world.database.run(sql`
        DELETE FROM team_members WHERE team_id = ${world.superTeam} AND account_id = ${world.people.super.accountId}`)
      const replies = await Promise.all([
        world.call(one, 'admin_deactivate', { adminId: other.accountId }),
        world.call(other, 'admin_deactivate', { adminId: one.accountId }),
      ])
      const [row] = await world.database.rows<{ left: number }>(sql`
        SELECT count(*)::int AS left FROM team_members m JOIN accounts a ON a.id = m.account_id
        WHERE m.team_id = ${world.superTeam} AND a.active`)
      expect(row?.left).toBe(1)
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      await world.database.run(sql`DELETE FROM team_members WHERE team_id = ${world.superTeam}`)
      await world.prisma.teamMember.create({
        data: {
          teamId: world.superTeam,
          projectId: world.administratorsProject,
          accountId: world.people.super.accountId,
          role: 'owner',
        },
      })
    }
  })

  test('one of two owners who remove each other concurrently remains owner', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = await Promise.all([newcomer(), newcomer()])
      const teamId = await makeTeam(world, unique('Race '), [
        [one.accountId, 'owner'],
        [other.accountId, 'owner'],
      ])
      await Promise.all([
        world.call(one, 'team_member_remove', { teamId, userId: other.accountId }),
        world.call(other, 'team_member_remove', { teamId, userId: one.accountId }),
      ])
      const { members } = await world.ok(world.people.super, 'team_get', { teamId })
      expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1)
    }
  })
})
