import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configureMail } from '../support/attempts.ts'
import { makeAdministrator } from '../support/people.ts'
import { mailedInvitation, newAdministrator, ownProject, unique } from '../support/things.ts'
import { makeTeam, password, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await configureMail(world)
})
afterAll(() => world?.close())

const personalTeam = async (role: 'owner' | 'stranger' = 'owner') => {
  const { teams } = await world.ok(world.people[role], 'whoami', {})
  return teams.find(({ kind }) => kind === 'personal')?.id ?? ''
}
const read = (teamId: string, role: 'owner' | 'member' | 'super' = 'super') =>
  world.ok(world.people[role], 'team_get', { teamId })

describe('teams:', () => {
  test('a team is returned with its kind: regular, personal or system', async () => {
    const { teams } = await world.ok(world.people.super, 'team_list', {})
    const kinds = new Map(teams.map(({ id, kind }) => [id, kind]))
    const personal = await personalTeam()
    for (const [id, kind] of [
      [world.team, 'regular'],
      [personal, 'personal'],
      [world.superTeam, 'system'],
    ] as const)
      expect([kinds.get(id), (await read(id)).kind]).toEqual([kind, kind])
    expect(new Set(kinds.values())).toEqual(new Set(['regular', 'personal', 'system']))
  })

  test('a team lists its members with role and address, owners first, and a deactivated account as not active', async () => {
    const [first, second, third] = await Promise.all(
      ['a-member', 'm-owner', 'z-owner'].map((name) =>
        makeAdministrator(world, `${unique(name)}@example.com`),
      ),
    )
    if (!first || !second || !third) throw new Error('Administrators are missing.')
    const id = await makeTeam(world, unique('Ordered '), [
      [first.accountId, 'member'],
      [second.accountId, 'owner'],
      [third.accountId, 'owner'],
    ])
    await world.ok(world.people.super, 'admin_deactivate', { adminId: third.accountId })
    const { members } = await read(id)
    expect(members.map(({ role }) => role)).toEqual(['owner', 'owner', 'member'])
    expect(members.find(({ userId }) => userId === third.accountId)).toMatchObject({
      role: 'owner',
      active: false,
      email: expect.stringMatching(/^z-owner.*@example\.com$/),
    })
    expect(members.filter(({ active }) => active)).toHaveLength(2)
  })

  test('a team names the projects that it owns, and counts them in a list', async () => {
    const id = await makeTeam(world, unique('Owns '), [[world.people.owner.accountId, 'owner']])
    const made = await world.ok(world.people.owner, 'project_create', {
      name: 'Owned',
      slug: unique('p'),
      teamId: id,
    })
    expect((await read(id)).owns).toEqual({ projects: [{ id: made.id, name: 'Owned' }] })
    const { teams } = await world.ok(world.people.owner, 'team_list', {})
    expect(teams.find((team) => team.id === id)?.owns).toEqual({ projects: 1 })
  })

  test('a team states the rights of the caller, and only a super administrator adds an existing administrator', async () => {
    const id = await makeTeam(world, unique('Rights '), [
      [world.people.owner.accountId, 'owner'],
      [world.people.member.accountId, 'member'],
    ])
    const all = { manageMembers: true, invite: true, addExisting: true, rename: true, delete: true }
    expect((await read(id)).can).toEqual(all)
    expect((await read(id, 'owner')).can).toEqual({ ...all, addExisting: false })
    expect(Object.values((await read(id, 'member')).can)).toEqual([false, false, false, false, false])
    const add = { teamId: id, userId: await newAdministrator(world), role: 'member' as const }
    expect(await world.refused(world.people.owner, 'team_member_add', add)).toMatchObject({ status: 403 })
    expect((await world.call(world.people.super, 'team_member_add', add)).status).toBe(200)
  })

  test('a team that owns a project cannot be deleted, and can be deleted after the project moved', async () => {
    const id = await makeTeam(world, unique('Full '), [[world.people.owner.accountId, 'owner']])
    const input = { name: 'Owned', slug: unique('p'), teamId: id }
    const { id: projectId } = await world.ok(world.people.owner, 'project_create', input)
    expect(await world.refused(world.people.owner, 'team_delete', { teamId: id })).toMatchObject({
      status: 409,
      code: 'team_owns_projects',
    })
    const move = { projectId, teamId: world.team, confirm: true }
    await world.ok(world.people.owner, 'project_owner_change', move)
    expect((await world.call(world.people.owner, 'team_delete', { teamId: id })).status).toBe(204)
  })
})

/** Lists each call that changes a team, except the renaming. */
const sharing = (teamId: string, userId: string) =>
  [
    ['team_member_add', { teamId, userId, role: 'member' }],
    ['team_member_update', { teamId, userId, role: 'member' }],
    ['team_member_remove', { teamId, userId }],
    ['team_invite', { teamId, email: 'x@example.com', role: 'member' }],
    ['team_delete', { teamId }],
  ] as const

test('a personal team has its owner as the only member, can be renamed and cannot be shared', async () => {
  const teamId = await personalTeam('stranger')
  const { accountId } = world.people.stranger
  const renamed = await world.ok(world.people.stranger, 'team_update', { teamId, name: 'My own' })
  expect(renamed.members.map(({ userId, role }) => [userId, role])).toEqual([[accountId, 'owner']])
  expect(renamed).toMatchObject({
    name: 'My own',
    can: { manageMembers: false, invite: false, addExisting: false, rename: true, delete: false },
  })
  const other = await newAdministrator(world)
  for (const userId of [other, accountId])
    for (const [name, input] of sharing(teamId, userId))
      expect(await world.refused(world.people.super, name, input), name).toMatchObject({
        code: 'personal_team',
      })
  expect((await read(teamId)).members).toEqual(renamed.members)
})

test('no call changes the System team and the team of super administrators', async () => {
  const [system] = await world.database.rows<{ id: string }>(sql`SELECT system_team_id AS id FROM instance`)
  for (const teamId of [system?.id ?? '', world.superTeam]) {
    const before = await read(teamId)
    expect(Object.values(before.can)).toEqual([false, false, false, false, false])
    for (const [name, input] of [
      ...sharing(teamId, await newAdministrator(world)),
      ['team_update', { teamId, name: 'Mine' }] as const,
    ])
      expect(await world.refused(world.people.super, name, input), name).toMatchObject({
        code: 'system_team',
      })
    expect(await read(teamId)).toEqual(before)
  }
})

test('the list of invitations has only pending ones, without a token', async () => {
  const { owner } = world.people
  const list = async () =>
    (await world.ok(owner, 'team_invitation_list', { teamId: world.team })).invitations.map(
      ({ email }) => email,
    )
  const address = () => `${unique('i')}@example.com`
  const [pending, accepted, revoked, expired] = [address(), address(), address(), address()]
  const tokens = new Map<string, string>()
  for (const email of [pending, accepted, revoked, expired])
    tokens.set(email, await mailedInvitation(world, world.team, email))
  expect((await list()).toSorted()).toEqual([pending, accepted, revoked, expired].toSorted())
  await world.ok(world.people.anonymous, 'invitation_accept', {
    token: tokens.get(accepted) ?? '',
    password,
  })
  const { invitations } = await world.ok(owner, 'team_invitation_list', { teamId: world.team })
  const inviteId = invitations.find(({ email }) => email === revoked)?.id ?? ''
  await world.ok(owner, 'team_invitation_revoke', { teamId: world.team, inviteId })
  await world.database.run(
    sql`UPDATE team_invitations SET expires_at = now() - interval '1 second' WHERE email = ${expired}`,
  )
  expect(await list()).toEqual([pending])
  const { text } = await world.call(owner, 'team_invitation_list', { teamId: world.team })
  for (const token of tokens.values()) expect(text).not.toContain(token)
})

describe('administrators:', () => {
  const listed = async (adminId: string) => {
    const { administrators } = await world.ok(world.people.super, 'admin_list', {})
    return administrators.find(({ id }) => id === adminId)
  }

  test('an administrator is a super administrator as a member of the Super administrators team', async () => {
    const adminId = await newAdministrator(world)
    const members = async () => (await read(world.superTeam)).members.map(({ userId }) => userId)
    expect((await listed(adminId))?.superAdministrator).toBe(false)
    expect(await members()).not.toContain(adminId)
    await world.ok(world.people.super, 'admin_super_grant', { adminId })
    expect((await listed(adminId))?.superAdministrator).toBe(true)
    expect(await members()).toContain(adminId)
    await world.ok(world.people.super, 'admin_super_withdraw', { adminId })
    expect((await listed(adminId))?.superAdministrator).toBe(false)
    expect(await members()).not.toContain(adminId)
  })

  test('an administrator is returned with the teams that the administrator belongs to, with the role in each', async () => {
    const adminId = await newAdministrator(world)
    const name = unique('Joined ')
    const teamId = await makeTeam(world, name, [
      [world.people.owner.accountId, 'owner'],
      [adminId, 'member'],
    ])
    expect((await listed(adminId))?.teams).toHaveLength(2)
    expect((await listed(adminId))?.teams).toEqual(
      expect.arrayContaining([
        { id: teamId, name, kind: 'regular', role: 'member' },
        expect.objectContaining({ kind: 'personal', role: 'owner' }),
      ]),
    )
  })

  test('an administrator is returned without a password and without the secret of an authenticator', async () => {
    const secret = 'JBSWY3DPEHPK3PXP'
    const created = await world.call(world.people.super, 'admin_create', {
      email: `${unique('a')}@example.com`,
      password,
    })
    expect(created.status).toBe(201)
    const { id } = created.body as { id: string }
    await world.database.run(
      sql`UPDATE accounts SET totp_sealed = ${secret}, totp_enrolled_at = now() WHERE id = ${id}`,
    )
    const [row] = await world.database.rows<{ hash: string }>(
      sql`SELECT password_hash AS hash FROM accounts WHERE id = ${id}`,
    )
    const user = { projectId: world.administratorsProject, userId: id }
    const replies = [
      created,
      await world.call(world.people.super, 'admin_list', {}),
      await world.call(world.people.super, 'admin_update', { adminId: id, active: true }),
      await world.call(world.people.super, 'project_user_get', user),
      await world.call(world.people.super, 'project_user_list', { projectId: user.projectId }),
      await world.call(world.people.super, 'audit_list', {}),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200])
    for (const { text } of replies)
      for (const kept of [password, secret, row?.hash ?? '']) expect(text).not.toContain(kept)
    expect((await listed(id))?.authenticator).toBe(true)
  })
})

test("the administrators' project is marked as reserved, holds the accounts of the console and is read by super administrators only", async () => {
  const projectId = world.administratorsProject
  const { super: admin, owner, member, stranger } = world.people
  expect(await world.ok(admin, 'project_get', { projectId })).toMatchObject({ reserved: 'administrators' })
  const { users } = await world.ok(admin, 'project_user_list', { projectId })
  expect(users.map(({ id }) => id)).toEqual(
    expect.arrayContaining([admin, owner, member, stranger].map(({ accountId }) => accountId)),
  )
  for (const person of [owner, member, stranger]) {
    expect(await world.refused(person, 'project_get', { projectId })).toMatchObject({ status: 404 })
    const { projects } = await world.ok(person, 'project_list', {})
    expect(projects.filter(({ reserved }) => reserved)).toEqual([])
  }
  const { projectId: own } = await ownProject(world)
  expect(await world.ok(owner, 'project_get', { projectId: own })).not.toHaveProperty('reserved')
})
