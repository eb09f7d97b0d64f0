import type { Operations, PreviewOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProvider, configureMail } from '../../../test/support/attempts.ts'
import { link } from '../../../test/support/directories.ts'
import { signIn } from '../../../test/support/people.ts'
import { application, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { markWrites } from '../../../test/support/writes.ts'

type Preview = PreviewOf<Operations['project_update']>

let world: World
beforeAll(async () => {
  world = await startWorld()
  await configureMail(world)
})
afterAll(() => world?.close())

const newProject = async (): Promise<string> =>
  (
    await world.ok(world.people.owner, 'project_create', {
      name: 'Shop',
      slug: unique('s'),
      teamId: world.team,
    })
  ).id

const addUser = async (projectId: string, password?: string): Promise<string> =>
  (
    await world.ok(world.people.owner, 'project_user_create', {
      projectId,
      email: `${unique('u')}@example.com`,
      ...(password ? { password } : {}),
    })
  ).id

async function preview(input: Record<string, unknown>, person = world.people.owner): Promise<Preview> {
  const since = await markWrites(world.database)
  const reply = await world.call(person, 'project_update', input)
  expect(reply.status, reply.text).toBe(200)
  expect((await since()).tables).toEqual([])
  return reply.body as Preview
}

describe('project update:', () => {
  test('changed names and looser rules apply without a confirmation', async () => {
    const projectId = await newProject()
    const changed = await world.ok(world.people.owner, 'project_update', {
      projectId,
      name: 'Renamed',
      displayName: 'Shop',
      verificationMethod: 'code',
      registrationOpen: true,
    })
    expect(changed).toMatchObject({ name: 'Renamed', displayName: 'Shop', verificationMethod: 'code' })
    expect(
      await world.ok(world.people.owner, 'project_update', { projectId, displayName: null }),
    ).toMatchObject({ displayName: null, registrationOpen: true })
  })

  test('an update writes old and new values into the audit and increments the version that every replica reads', async () => {
    const projectId = await newProject()
    const version = async () =>
      (
        await world.database.rows<{ version: number }>(
          sql`SELECT version FROM projects WHERE id = ${projectId}`,
        )
      )[0]
    const before = (await version())?.version ?? 0
    await world.ok(world.people.owner, 'project_update', { projectId, name: 'Renamed' })
    const { entries } = await world.ok(world.people.owner, 'audit_list', {
      project: projectId,
      action: 'project.update',
    })
    expect(entries[0]).toMatchObject({ detail: { name: { from: 'Shop', to: 'Renamed' } } })
    expect((await version())?.version).toBe(before + 1)
  })
})

describe('stricter sign-in:', () => {
  test('the preview counts the consequences, and the confirmation applies exactly these', async () => {
    const projectId = await newProject()
    await Promise.all([addUser(projectId), addUser(projectId, 'correct horse battery')])
    const input = { projectId, emailVerificationRequired: true, totpRequired: true }
    const first = await preview(input)
    expect(first.expect).toEqual({ unverified: 2, passwordWithoutAuthenticator: 1 })
    expect(first.consequences).toHaveLength(2)
    expect(first.changes).toContainEqual({ field: 'totpRequired', from: false, to: true })
    expect(
      await world.ok(world.people.owner, 'project_update', { ...input, confirm: true, expect: first.expect }),
    ).toMatchObject({ emailVerificationRequired: true, totpRequired: true })
  })

  test('the preview counts no user with an authenticator as one without, and no user who cannot sign in', async () => {
    const projectId = await newProject()
    const chosen = 'correct horse battery'
    const [enrolled, locked, inactive] = [
      await addUser(projectId, chosen),
      await addUser(projectId, chosen),
      await addUser(projectId, chosen),
    ]
    await addUser(projectId, chosen)
    await world.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${enrolled}`,
    )
    await world.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${locked}`)
    await world.database.run(sql`UPDATE accounts SET active = false WHERE id = ${inactive}`)
    const { expect: counts } = await preview({
      projectId,
      emailVerificationRequired: true,
      totpRequired: true,
    })
    expect(counts).toEqual({ unverified: 2, passwordWithoutAuthenticator: 1 })
  })

  test('a confirmation with outdated counts is refused with a fresh preview', async () => {
    const projectId = await newProject()
    const input = { projectId, totpRequired: true }
    const first = await preview(input)
    await addUser(projectId, 'correct horse battery')
    const stale = await world.refused(world.people.owner, 'project_update', {
      ...input,
      confirm: true,
      expect: first.expect,
    })
    expect(stale).toMatchObject({
      status: 409,
      code: 'stale_preview',
      expect: { passwordWithoutAuthenticator: 1 },
    })
    expect((await world.ok(world.people.owner, 'project_get', { projectId })).totpRequired).toBe(false)
  })

  test('a confirmation without expect is refused', async () => {
    const projectId = await newProject()
    const refused = await world.refused(world.people.owner, 'project_update', {
      projectId,
      totpRequired: true,
      confirm: true,
    })
    expect(refused.code).toBe('stale_preview')
  })

  test('password sign-in ends only with an enabled provider, and the confirmation counts the users without a link to one', async () => {
    const projectId = await newProject()
    const [linked] = [await addUser(projectId), await addUser(projectId)]
    const input = { projectId, passwordLogin: false }
    expect(await world.refused(world.people.owner, 'project_update', input)).toMatchObject({
      code: 'password_login_required',
    })
    const providerId = await addProvider(world, projectId)
    await link(world, { projectId, providerId, accountId: linked })
    const first = await preview(input)
    expect(first.expect).toEqual({ withoutEnabledLink: 1 })
    expect(
      await world.ok(world.people.owner, 'project_update', { ...input, confirm: true, expect: first.expect }),
    ).toMatchObject({ passwordLogin: false })
  })

  test('a required second factor needs no confirmation while passwords are off, because it has no effect then', async () => {
    const projectId = await newProject()
    await world.database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
    expect(
      await world.ok(world.people.owner, 'project_update', { projectId, totpRequired: true }),
    ).toMatchObject({ totpRequired: true })
  })
})

describe('built-in projects:', () => {
  test('opening sign-up of the default project is confirmed with the number of its applications', async () => {
    await world.ok(world.people.super, 'client_create', { projectId: world.defaultProject, ...application })
    const first = await preview(
      { projectId: world.defaultProject, registrationOpen: true },
      world.people.super,
    )
    expect(first.expect).toEqual({ applications: 1 })
  })

  test("sign-up of the administrators' project opens only together with verification, in one confirmed change", async () => {
    const input = {
      projectId: world.administratorsProject,
      registrationOpen: true,
      emailVerificationRequired: true,
    }
    const first = await preview(input, world.people.super)
    await world.ok(world.people.super, 'project_update', { ...input, confirm: true, expect: first.expect })
    const refused = await world.refused(world.people.super, 'project_update', {
      projectId: world.administratorsProject,
      emailVerificationRequired: false,
    })
    expect(refused.code).toBe('administrators_sign_up_unverified')
  })

  test('password sign-in of administrators ends only for a super administrator who signed in through a provider and keeps access', async () => {
    const projectId = world.administratorsProject
    const providerId = await addProvider(world, projectId)
    const { accountId } = world.people.super
    await link(world, { projectId, providerId, accountId })
    const input = { projectId, passwordLogin: false }
    const agent = await world.agent(world.people.super, ['admin:write'])
    for (const person of [world.people.super, agent])
      expect(await world.refused(person, 'project_update', input)).toMatchObject({
        code: 'administrators_locked_out',
      })
    expect(await world.ok(world.people.super, 'admin_sign_in_readiness_get', {})).toMatchObject({
      passwordLogin: true,
      superAdministratorsThroughProvider: 1,
    })
    const through = await signIn(world, accountId, { providerId })
    const first = await preview(input, through)
    expect(
      await world.ok(through, 'project_update', { ...input, confirm: true, expect: first.expect }),
    ).toMatchObject({ passwordLogin: false })
  })
})
