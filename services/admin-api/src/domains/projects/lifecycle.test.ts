import type { Operations, PreviewOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProvider } from '../../../test/support/attempts.ts'
import { application, makeUser, ownProject, signedIn, unique } from '../../../test/support/things.ts'
import { makeTeam, startWorld, type World } from '../../../test/support/world.ts'

type AddressPreview = PreviewOf<Operations['project_address_change']>

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
afterAll(() => world?.close())

const place = (projectId: string) => ({ world, projectId, teamId: world.team })

async function readdress(projectId: string, slug: string, addressForm?: 'path' | 'subdomain') {
  const input = { projectId, slug, ...(addressForm ? { addressForm } : {}) }
  const preview = await world.call(world.people.super, 'project_address_change', input)
  const { expect: counts } = preview.body as AddressPreview
  return world.ok(world.people.super, 'project_address_change', { ...input, confirm: true, expect: counts })
}

describe('address change:', () => {
  test('the preview of an address change names everything that depends on the address, and its counts confirm the change', async () => {
    const { projectId } = await ownProject(world)
    const { clientId } = await world.ok(owner, 'client_create', { projectId, ...application })
    const providerId = await addProvider(world, projectId)
    const slug = unique('n')
    const preview = await world.call(world.people.super, 'project_address_change', { projectId, slug })
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({
      applications: [{ clientId, clientName: 'Example' }],
      providers: [
        { id: providerId, newCallback: `http://localhost:8080/${slug}/federation/${providerId}/callback` },
      ],
      issuers: { to: `http://localhost:8080/${slug}` },
      expect: { applications: 1, connections: 0, providers: 1, resources: 0 },
    })
    const stale = await world.refused(world.people.super, 'project_address_change', {
      projectId,
      slug,
      confirm: true,
      expect: { applications: 0, connections: 0, providers: 1, resources: 0 },
    })
    expect(stale).toMatchObject({ code: 'stale_preview', expect: { applications: 1 } })
  })

  test('an address change ends all sessions, and its entry has both issuers', async () => {
    const { projectId } = await ownProject(world)
    const before = await world.ok(owner, 'project_get', { projectId })
    await signedIn(place(projectId), { projectId, userId: await makeUser(place(projectId)) })
    const after = await readdress(projectId, unique('n'))
    expect(
      await world.database.rows(sql`SELECT 1 FROM oidc_sessions WHERE project_id = ${projectId}`),
    ).toEqual([])
    const { entries } = await world.ok(owner, 'audit_list', {
      project: projectId,
      action: 'project.address.change',
    })
    expect(entries[0]?.detail).toEqual({ issuers: { from: before.issuer, to: after.issuer } })
  })

  test('a former address is never available to another project, and its own project may take it again', async () => {
    const { projectId } = await ownProject(world)
    const { slug } = await world.ok(owner, 'project_get', { projectId })
    await readdress(projectId, unique('n'))
    expect(
      await world.refused(owner, 'project_create', { name: 'Thief', slug, teamId: world.team }),
    ).toMatchObject({ code: 'already_exists' })
    expect((await readdress(projectId, slug ?? '')).slug).toBe(slug)
  })

  test('only a super administrator may reuse the address of a destroyed project, after a preview that names the risk', async () => {
    const { projectId: old } = await ownProject(world)
    const { slug, name } = await world.ok(owner, 'project_get', { projectId: old })
    const { projectId } = await ownProject(world)
    const input = { projectId, slug: slug ?? '' }
    const { super: admin } = world.people
    await world.ok(admin, 'project_delete', { projectId: old })
    expect(await world.refused(admin, 'project_address_change', input)).toMatchObject({
      code: 'already_exists',
    })
    await world.ok(admin, 'project_purge', { projectId: old })
    for (const [operation, fields] of [
      ['project_address_change', input],
      ['project_create', { name: 'Thief', slug, teamId: world.team }],
    ] as const)
      expect(await world.refused(owner, operation, fields)).toMatchObject({ code: 'already_exists' })

    const { body } = await world.call(admin, 'project_address_change', input)
    const preview = body as AddressPreview
    expect(preview).toMatchObject({
      formerProject: { name, lastOwner: 'Acme' },
      expect: { formerProjects: 1 },
    })
    expect(preview.consequences.at(-1)).toContain('still trust this issuer')
    const { formerProjects: _unseen, ...unconfirmed } = preview.expect
    const blind = { ...input, confirm: true, expect: unconfirmed }
    expect(await world.refused(admin, 'project_address_change', blind)).toMatchObject({
      code: 'stale_preview',
    })
    const confirmed = { ...input, confirm: true, expect: preview.expect }
    expect(await world.ok(admin, 'project_address_change', confirmed)).toMatchObject({ slug })
    const { projectId: third } = await ownProject(world)
    expect(
      await world.refused(admin, 'project_address_change', { ...input, projectId: third }),
    ).toMatchObject({ code: 'already_exists' })
  })

  test('an address change from path to subdomain and back keeps the name', async () => {
    const { projectId } = await ownProject(world)
    const { slug } = await world.ok(owner, 'project_get', { projectId })
    await world.ok(world.people.super, 'settings_update', { 'projects.addressForms': 'both' })
    expect(await readdress(projectId, slug ?? '', 'subdomain')).toMatchObject({
      slug,
      issuer: `http://${slug}.localhost:8080`,
    })
    expect(await readdress(projectId, slug ?? '', 'path')).toMatchObject({ slug, addressForm: 'path' })
  })

  test('an owner may change the address only while nothing depends on it', async () => {
    const { projectId } = await ownProject(world)
    await world.ok(owner, 'client_create', { projectId, ...application })
    expect(
      await world.refused(owner, 'project_address_change', { projectId, slug: unique('n') }),
    ).toMatchObject({ code: 'forbidden', reason: 'can.changeAddress' })
  })

  test('the root address cannot be changed', async () => {
    for (const projectId of [world.defaultProject, world.administratorsProject])
      expect(
        await world.refused(world.people.super, 'project_address_change', { projectId, slug: unique('n') }),
      ).toMatchObject({ code: 'forbidden', reason: 'can.changeAddress' })
  })
})

test('accounts of a project scheduled for deletion are inactive with a reason, and a restore gives back their states', async () => {
  const { projectId } = await ownProject(world)
  const [active, off, locked] = await Promise.all([1, 2, 3].map(() => makeUser(place(projectId))))
  const one = (userId = '') => ({ projectId, userId })
  await world.ok(owner, 'project_user_update', { ...one(off), active: false })
  await world.ok(owner, 'project_user_lock', { ...one(locked), reason: 'Test' })
  const listed = async (status?: 'active' | 'deactivated' | 'locked') =>
    world.ok(owner, 'project_user_list', { projectId, ...(status ? { status } : {}) })
  const ids = async (status: 'active' | 'deactivated' | 'locked') => {
    const { users, totalResults } = await listed(status)
    expect(totalResults).toBe(users.length)
    return users.map(({ id }) => id).toSorted()
  }
  const before = await listed()

  await world.ok(world.people.super, 'project_delete', { projectId })
  const scheduled = await listed()
  expect(scheduled.users).toHaveLength(3)
  for (const user of scheduled.users)
    expect(user).toMatchObject({ active: false, inactiveReason: 'project_scheduled' })
  expect(await world.ok(owner, 'project_user_get', one(active))).toMatchObject({
    active: false,
    status: 'deactivated',
    inactiveReason: 'project_scheduled',
    signIn: { blockedBy: expect.arrayContaining(['project_scheduled_for_deletion']) },
  })
  expect(await ids('active')).toEqual([])
  expect(await ids('deactivated')).toEqual([active, off].toSorted())
  expect(await ids('locked')).toEqual([locked])

  await world.ok(world.people.super, 'project_restore', { projectId })
  expect(await listed()).toEqual(before)
  expect(await ids('active')).toEqual([active])
})

describe('address of a new project:', () => {
  test('a host below the host of the instance is refused', async () => {
    const input = { name: 'Below', host: `${unique('h')}.localhost`, teamId: world.team }
    expect(await world.refused(world.people.super, 'project_create', input)).toMatchObject({
      code: 'address_reserved',
    })
  })

  test('a slug is required when the name has no character of a slug', async () => {
    const input = { name: '製品', teamId: world.team }
    expect(await world.refused(owner, 'project_create', input)).toMatchObject({
      code: 'invalid_value',
      errors: [{ path: 'slug' }],
    })
  })
})

describe('moved project:', () => {
  test('a move changes the administrators of the project with the commit, and nothing else', async () => {
    const { projectId } = await ownProject(world)
    const teamId = await makeTeam(world, 'Next', [[owner.accountId, 'owner']])
    const preview = await world.call(owner, 'project_owner_change', { projectId, teamId })
    expect(preview.body).toMatchObject({ from: { id: world.team }, to: { id: teamId }, applications: 0 })
    expect((await world.call(world.people.member, 'project_get', { projectId })).status).toBe(200)
    await world.ok(owner, 'project_owner_change', { projectId, teamId, confirm: true })
    expect((await world.call(world.people.member, 'project_get', { projectId })).status).toBe(404)
    expect((await world.ok(owner, 'project_get', { projectId })).teamId).toBe(teamId)
  })

  test('the default and the administrators’ project cannot be moved to a team, not even by a super administrator', async () => {
    const teamId = await makeTeam(world, 'Wants them', [[world.people.super.accountId, 'owner']])
    for (const projectId of [world.defaultProject, world.administratorsProject]) {
      const input = { projectId, teamId, confirm: true }
      expect(await world.refused(world.people.super, 'project_owner_change', input)).toMatchObject({
        code: 'forbidden',
        reason: 'can.move',
      })
      expect((await world.ok(world.people.super, 'project_get', { projectId })).teamId).not.toBe(teamId)
    }
  })

  test('a member who is no owner of the team cannot move its project', async () => {
    const { projectId } = await ownProject(world)
    const teamId = await makeTeam(world, 'Of a member', [[world.people.member.accountId, 'owner']])
    expect(
      await world.refused(world.people.member, 'project_owner_change', { projectId, teamId, confirm: true }),
    ).toMatchObject({ code: 'forbidden', reason: 'can.move' })
  })

  test("a project cannot be moved to another administrator's personal team, not even by a super administrator", async () => {
    const { projectId } = await ownProject(world)
    const { teams } = await world.ok(world.people.stranger, 'whoami', {})
    const personal = teams.find(({ kind }) => kind === 'personal')?.id ?? ''
    expect(
      await world.refused(world.people.super, 'project_owner_change', { projectId, teamId: personal }),
    ).toMatchObject({ code: 'team_not_available' })
  })
})

describe('deleted project:', () => {
  test('a deletion is scheduled in thirty days, the project can be read and not changed, and a restore reactivates it unchanged', async () => {
    const { projectId } = await ownProject(world)
    const user = { projectId, userId: await makeUser(place(projectId)) }
    await signedIn(place(projectId), user)
    const deletion = await world.ok(owner, 'project_delete', { projectId })
    expect(Date.parse(deletion.purgeAt) - Date.parse(deletion.scheduledAt)).toBe(30 * 86_400_000)
    const read = await world.ok(owner, 'project_get', { projectId })
    expect(read.deletion).toEqual(deletion)
    expect(await world.refused(owner, 'project_update', { projectId, name: 'x' })).toMatchObject({
      code: 'project_scheduled_for_deletion',
    })
    const restored = await world.ok(owner, 'project_restore', { projectId })
    expect(restored).not.toHaveProperty('deletion')
    expect((await world.ok(owner, 'project_user_get', user)).status).toBe('active')
    expect(
      await world.database.rows(sql`SELECT 1 FROM oidc_sessions WHERE project_id = ${projectId}`),
    ).toHaveLength(1)
  })

  test('the address of a project scheduled for deletion stays taken', async () => {
    const { projectId } = await ownProject(world)
    const { slug } = await world.ok(owner, 'project_get', { projectId })
    await world.ok(owner, 'project_delete', { projectId })
    expect(
      await world.refused(owner, 'project_create', { name: 'Thief', slug, teamId: world.team }),
    ).toMatchObject({ code: 'already_exists' })
  })

  test('a member who is not an owner deletes a project only while it has no accounts', async () => {
    const { projectId } = await ownProject(world)
    await makeUser(place(projectId))
    expect(await world.refused(world.people.member, 'project_delete', { projectId })).toMatchObject({
      code: 'forbidden',
      reason: 'can.delete',
    })
    const { projectId: empty } = await ownProject(world)
    expect((await world.call(world.people.member, 'project_delete', { projectId: empty })).status).toBe(200)
  })
})
