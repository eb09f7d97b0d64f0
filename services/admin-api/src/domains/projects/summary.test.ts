import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProvider, enforcePlans } from '../../../test/support/attempts.ts'
import { link } from '../../../test/support/directories.ts'
import { makeClient, makeUser, ownProject, plan, signedIn } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const place = (projectId: string) => ({ world, projectId, teamId: world.team })
const summary = (projectId: string, person: keyof World['people'] = 'owner') =>
  world.ok(world.people[person], 'project_summary_get', { projectId })

describe('project summary:', () => {
  test('the summary counts accounts by missing credentials, and links of disabled providers separately', async () => {
    const { projectId } = await ownProject(world)
    const [first, second, third] = [
      await makeUser(place(projectId)),
      await makeUser(place(projectId)),
      await makeUser(place(projectId)),
    ]
    const [enabled, disabled] = [await addProvider(world, projectId), await addProvider(world, projectId)]
    const { database } = world
    await database.run(
      sql`UPDATE identity_providers SET enabled = id = ${enabled} WHERE project_id = ${projectId}`,
    )
    await link(world, { projectId, providerId: enabled, accountId: first })
    await link(world, { projectId, providerId: disabled, accountId: first })
    await link(world, { projectId, providerId: disabled, accountId: second })
    await database.run(
      sql`UPDATE accounts SET email_verified = true WHERE project_id = ${projectId} AND id = ${third}`,
    )
    expect(await summary(projectId)).toMatchObject({
      users: 3,
      unverified: 2,
      withoutAuthenticator: 3,
      withoutLinkedIdentity: 1,
      withoutEnabledLink: 2,
      groups: 0,
      provisioningConnections: { total: 0, held: 0 },
      providers: { enabled: 1 },
    })
  })

  test('the summary has no active users before the instance counts them, and no plan while plans are not enforced', async () => {
    const { projectId } = await ownProject(world)
    const countFrom = (from: string) =>
      world.database.run(sql`UPDATE instance SET activity_counted_since = now() + ${from}::interval`)
    await countFrom('1 day')
    expect(Object.keys(await summary(projectId))).not.toContain('activeThisMonth')
    await countFrom('-1 day')
    expect((await summary(projectId)).activeThisMonth).toBe(0)
    expect(Object.keys(await summary(projectId))).not.toContain('plan')
    const userId = await makeUser(place(projectId))
    await world.database.run(sql`
      INSERT INTO activity_marks (project_id, day, account_id, kind)
      SELECT ${projectId}, (now() AT TIME ZONE 'UTC')::date, ${userId}, kind FROM unnest(ARRAY['local', 'renewal']) kind`)
    expect((await summary(projectId)).activeThisMonth).toBe(1)
  })

  test('the summary states that a sign-in was seen after a user signed in, and not for a session without a user', async () => {
    const { projectId } = await ownProject(world)
    await world.database.run(sql`
      INSERT INTO oidc_sessions (project_id, id, uid, account_id, payload, expires_at)
      VALUES (${projectId}, ${projectId}, ${projectId}, NULL, '{}', now() + interval '1 hour')`)
    expect((await summary(projectId)).signInSeen).toBe(false)
    await signedIn(place(projectId), { projectId, userId: await makeUser(place(projectId)) })
    expect((await summary(projectId)).signInSeen).toBe(true)
  })

  test('the summary warns from four fifths of a limit', async () => {
    const { projectId } = await ownProject(world)
    const { id: planId } = await world.ok(world.people.super, 'plan_create', {
      ...plan(),
      limits: {
        monthlyActiveUsers: null,
        projectsPerAdministrator: null,
        applicationsPerProject: 5,
        apisPerProject: 0,
      },
    })
    await world.ok(world.people.super, 'project_plan_set', { projectId, planId })
    for (let made = 0; made < 4; made += 1) await makeClient(place(projectId))
    await enforcePlans(world)
    expect((await summary(projectId)).plan).toMatchObject({
      id: planId,
      usage: { applicationsPerProject: 4, apisPerProject: 0 },
      warnings: [
        { limit: 'applicationsPerProject', level: 'near' },
        { limit: 'apisPerProject', level: 'reached' },
      ],
      signUpsPaused: false,
    })
    expect((await summary(world.administratorsProject, 'super')).plan).toBeNull()
  })
})
