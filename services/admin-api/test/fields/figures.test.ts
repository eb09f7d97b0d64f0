import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, firstDay, monthOf } from '../../src/domains/activity/calendar.ts'
import { addProvider, configureMail, enforcePlans, manage } from '../support/attempts.ts'
import { connection, heldConnection, link } from '../support/directories.ts'
import { api, application, makeUser, ownProject, plan, unique } from '../support/things.ts'
import { makeTeam, password, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const at = (projectId: string) => ({ world, projectId, teamId: world.team })
const summary = (projectId: string, role: 'owner' | 'member' | 'super' = 'owner') =>
  world.ok(world.people[role], 'project_summary_get', { projectId })
const month = monthOf(new Date())

describe('project summary:', () => {
  test('the summary of a project counts users by missing credentials, groups, connections, providers, applications and APIs, and names no user', async () => {
    const { projectId } = await ownProject(world)
    const { owner } = world.people
    const email = `${unique('u')}@example.com`
    const { id: withPassword } = await world.ok(owner, 'project_user_create', { projectId, email, password })
    const [enrolled, linked] = [await makeUser(at(projectId)), await makeUser(at(projectId))]
    await world.ok(owner, 'project_user_password_reset', { projectId, userId: enrolled, password })
    await world.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now(), email_verified = true WHERE id = ${enrolled}`,
    )
    const [creating, disabled] = [await addProvider(world, projectId), await addProvider(world, projectId)]
    await world.database.run(sql`
      UPDATE identity_providers SET enabled = id = ${creating}, provisioning = 'jit' WHERE project_id = ${projectId}`)
    await link(world, { projectId, providerId: creating, accountId: linked })
    await link(world, { projectId, providerId: disabled, accountId: enrolled })
    await connection(at(projectId))
    await heldConnection(at(projectId))
    await world.ok(owner, 'project_group_create', { projectId, displayName: 'Staff' })
    for (const _ of [1, 2]) await world.ok(owner, 'client_create', { projectId, ...application })
    await world.ok(owner, 'resource_declare', { projectId, ...api() })

    const read = await summary(projectId)
    // heldConnection creates two users: one removal is made, and one is held.
    expect(read).toMatchObject({
      users: 5,
      unverified: 4,
      withoutAuthenticator: 4,
      withoutLinkedIdentity: 3,
      withoutEnabledLink: 4,
      passwordWithoutAuthenticator: 1,
      groups: 1,
      provisioningConnections: { total: 2, held: 1 },
      applications: 2,
      apis: 1,
    })
    // A provider with a bound connection creates no accounts.
    const { providers } = await world.ok(owner, 'federation_provider_list', { projectId })
    expect(read.providers).toEqual({
      enabled: providers.filter(({ enabled }) => enabled).length,
      creating: 1,
    })
    expect(read.providers.enabled).toBe(3)
    const { users } = await world.ok(owner, 'project_user_list', { projectId })
    for (const named of [email, withPassword, ...users.flatMap((user) => [user.id, user.email])])
      expect(JSON.stringify(read)).not.toContain(named)
  })

  test('the summary of a project states whether mail delivery is configured and whether federation is enabled', async () => {
    const { projectId } = await ownProject(world)
    await world.database.run(sql`DELETE FROM smtp_settings`)
    expect(await summary(projectId)).toMatchObject({ mailConfigured: false, federationEnabled: true })
    await configureMail(world)
    await world.database.run(
      sql`INSERT INTO settings (key, value) VALUES ('federation.enabled', 'false'::jsonb)`,
    )
    expect(await summary(projectId)).toMatchObject({ mailConfigured: true, federationEnabled: false })
    await world.database.run(sql`DELETE FROM settings WHERE key = 'federation.enabled'`)
  })

  test('the summary of a project states the plan with limits, features and usage to super administrators always and to members while plans are enforced', async () => {
    const { projectId } = await ownProject(world)
    const chosen = plan()
    const { id: planId } = await world.ok(world.people.super, 'plan_create', chosen)
    await world.ok(world.people.super, 'project_plan_set', { projectId, planId })
    expect(await summary(projectId)).not.toHaveProperty('plan')
    const expected = { id: planId, limits: chosen.limits, features: chosen.features, signUpsPaused: false }
    expect((await summary(projectId, 'super')).plan).toMatchObject(expected)
    expect((await summary(world.defaultProject, 'super')).plan).toBeNull()
    await enforcePlans(world)
    for (const role of ['owner', 'member', 'super'] as const)
      expect((await summary(projectId, role)).plan).toMatchObject(expected)
    expect((await summary(world.administratorsProject, 'super')).plan).toBeNull()
    await world.database.run(sql`DELETE FROM settings WHERE key = 'plans.enabled'`)
  })

  test('the summary of a project states that sign-ups are paused when the limit of active users is reached', async () => {
    const { projectId } = await ownProject(world)
    const { id: planId } = await world.ok(world.people.super, 'plan_create', {
      ...plan(),
      limits: {
        monthlyActiveUsers: 1,
        projectsPerAdministrator: null,
        applicationsPerProject: null,
        apisPerProject: null,
      },
    })
    await world.ok(world.people.super, 'project_plan_set', { projectId, planId })
    await world.database.run(sql`UPDATE instance SET activity_counted_since = now() - interval '1 day'`)
    await enforcePlans(world)
    expect((await summary(projectId)).plan).toMatchObject({ signUpsPaused: false, warnings: [] })
    await mark(projectId, await makeUser(at(projectId)), 'local')
    expect((await summary(projectId)).plan).toMatchObject({
      signUpsPaused: true,
      usage: { monthlyActiveUsers: 1 },
      warnings: [{ limit: 'monthlyActiveUsers', level: 'reached' }],
    })
    await world.database.run(sql`DELETE FROM settings WHERE key = 'plans.enabled'`)
  })
})

const mark = (projectId: string, accountId: string, ...kinds: string[]) =>
  world.database.run(sql`
    INSERT INTO activity_marks (project_id, day, account_id, kind)
    SELECT ${projectId}, (now() AT TIME ZONE 'UTC')::date, ${accountId}, kind FROM unnest(${kinds}::text[]) kind`)

describe('project activity:', () => {
  const keep = (projectId: string, of: string, kind: string, people: number) =>
    world.database.run(sql`
      INSERT INTO activity_months (project_id, month, kind, people)
      VALUES (${projectId}, ${firstDay(of)}::date, ${kind}, ${people})`)
  const countSince = (months: number) =>
    world.database.run(sql`
      UPDATE instance SET activity_counted_since = date_trunc('month', now()) - make_interval(months => ${months}::int)`)

  test('the activity of a project states the month, each of its days and the 12 previous months, in total, by kind and of directories', async () => {
    await countSince(14)
    const { projectId } = await ownProject(world)
    const [local, upstream, renewal] = await Promise.all([1, 2, 3].map(() => makeUser(at(projectId))))
    await manage(world, { projectId, userId: upstream ?? '' })
    for (const [userId, kind] of [
      [local, 'local'],
      [upstream, 'upstream'],
      [renewal, 'renewal'],
    ] as const)
      await mark(projectId, userId ?? '', kind)
    const counted = { total: 7, local: 3, upstream: 2, renewal: 2, directory: 4 }
    for (let back = 1; back <= 13; back += 1)
      for (const [kind, people] of Object.entries(counted))
        await keep(projectId, addMonths(month, -back), kind, people)

    const { name, current, days, previousMonths } = await world.ok(
      world.people.owner,
      'project_activity_get',
      { projectId },
    )
    expect(name).toBe('Of its own')
    const today = { total: 3, local: 1, upstream: 1, renewal: 1, directoryProvisioned: 1 }
    expect(current).toEqual(today)
    expect(days).toHaveLength(new Date().getUTCDate())
    expect(days.at(-1)).toMatchObject(today)
    expect(previousMonths.map((each) => each.month)).toEqual(
      Array.from({ length: 12 }, (_, index) => addMonths(month, index - 12)),
    )
    const { directory, ...kinds } = counted
    for (const { month: _month, ...figures } of previousMonths)
      expect(figures).toEqual({ ...kinds, directoryProvisioned: directory })
  })

  test('the activity of a destroyed project has its name and no last owner when none was recorded', async () => {
    const { projectId } = await ownProject(world)
    await world.ok(world.people.owner, 'project_delete', { projectId })
    await world.ok(world.people.owner, 'project_purge', { projectId })
    const read = () => world.ok(world.people.super, 'project_activity_get', { projectId })
    expect(await read()).toMatchObject({
      name: 'Of its own',
      deletedAt: expect.any(String),
      lastOwner: { id: world.team, name: 'Acme' },
    })
    await world.database.run(
      sql`UPDATE destroyed_projects SET last_team_id = NULL, last_owner = NULL WHERE id = ${projectId}`,
    )
    expect(await read()).toMatchObject({ name: 'Of its own', lastOwner: null })
  })

  test('the overview of activity has the customer, 13 months and the days of the month for each project', async () => {
    await countSince(14)
    const teamId = await makeTeam(world, unique('Customer '), [[world.people.owner.accountId, 'owner']])
    const ids: string[] = []
    for (const people of [3, 4]) {
      const input = { name: 'Counted', slug: unique('p'), teamId }
      const { id } = await world.ok(world.people.owner, 'project_create', input)
      for (let back = 1; back <= 12; back += 1) await keep(id, addMonths(month, -back), 'total', people)
      ids.push(id)
    }
    const { projects, customers, totals } = await world.ok(world.people.super, 'activity_overview', {})
    const { projects: listed } = await world.ok(world.people.super, 'project_list', {})
    expect(projects.map(({ id }) => id)).toEqual(expect.arrayContaining(listed.map(({ id }) => id)))
    const months = Array.from({ length: 13 }, (_, index) => addMonths(month, index - 12))
    for (const [index, id] of ids.entries()) {
      const project = projects.find((each) => each.id === id)
      expect(project?.customer?.id).toBe(teamId)
      expect(project?.months.map((each) => each.month)).toEqual(months)
      expect(project?.months[0]?.total).toBe(index + 3)
      expect(project?.days).toHaveLength(new Date().getUTCDate())
    }
    const customer = customers.find(({ id }) => id === teamId)
    expect(customer?.months.map(({ total }) => total)).toEqual([...Array.from({ length: 12 }, () => 7), 0])
    expect(customer?.contacts).toEqual(['owner@example.com'])
    const sum = projects.reduce((all, project) => all + (project.months[0]?.total ?? 0), 0)
    expect(totals.months[0]?.total).toBe(sum)
    expect(totals.days).toHaveLength(new Date().getUTCDate())
  })
})
