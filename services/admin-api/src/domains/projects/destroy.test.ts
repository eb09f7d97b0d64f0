import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addProvider } from '../../../test/support/attempts.ts'
import { link } from '../../../test/support/directories.ts'
import { application, makeUser, ownProject, signedIn } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { purgeDue } from '../../workers/purge.ts'
import { beginDestruction, destroy, projectTables } from './destroy.ts'

/** `npm run test:slow` uses more. */
const rounds = Number(process.env.SIGNET_RACE_ROUNDS ?? 5)

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const one = <Row extends object>(statement: Parameters<World['database']['rows']>[0]) =>
  world.database.rows<Row>(statement).then(([row]) => row)

async function scheduled() {
  const { projectId } = await ownProject(world)
  const place = { world, projectId, teamId: world.team }
  const { people, database } = world
  const userId = await makeUser(place)
  const { clientId } = await world.ok(people.owner, 'client_create', { projectId, ...application })
  const group = await world.ok(people.owner, 'project_group_create', { projectId, displayName: 'All' })
  await world.ok(people.owner, 'project_group_member_add', {
    projectId,
    groupId: group.id,
    userIds: [userId],
  })
  await world.ok(people.owner, 'resource_declare', {
    projectId,
    identifier: `https://${projectId.replace('_', '-')}.example.com/`,
    name: 'API',
    scopes: ['read'],
  })
  await signedIn(place, { projectId, userId }, clientId)
  const provider = await addProvider(world, projectId)
  await link(world, { projectId, providerId: provider, accountId: userId })
  await database.run(sql`
    INSERT INTO activity_marks (project_id, day, account_id, kind)
    VALUES (${projectId}, '2026-11-02', ${userId}, 'local'), (${projectId}, '2026-11-03', ${userId}, 'local'),
      (${projectId}, '2026-11-03', ${userId}, 'renewal')`)
  await database.run(
    sql`INSERT INTO activity_months (project_id, month, kind, people) VALUES (${projectId}, '2026-10-01', 'total', 7)`,
  )
  const { name, slug } = await world.ok(people.owner, 'project_get', { projectId })
  await world.ok(people.owner, 'project_delete', { projectId })
  return { projectId, name, slug }
}

const waitingForLocks = async (): Promise<number> =>
  (
    await world.database.rows<object>(sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).length

const makeDue = (projectId: string) =>
  world.database.run(sql`UPDATE projects SET purge_at = now() - interval '1 second' WHERE id = ${projectId}`)

async function tablesOf(projectId: string): Promise<string[]> {
  const tables = await world.database.rows<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'project_id' ORDER BY 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query(`SELECT 1 FROM ${name} WHERE project_id = $1 LIMIT 1`, [
      projectId,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}

const entriesOf = (projectId: string) =>
  world.database.rows<{ actor: string; detail: object }>(sql`
    SELECT actor, detail FROM audit_entries WHERE target_id = ${projectId} AND action = 'project.purge'`)

async function expectDestroyed({ projectId, name, slug }: Awaited<ReturnType<typeof scheduled>>) {
  expect(await tablesOf(projectId)).toEqual([
    'activity_days',
    'activity_months',
    'address_tombstones',
    'audit_entries',
  ])
  expect(await one(sql`SELECT 1 FROM projects WHERE id = ${projectId}`)).toBeUndefined()
  expect(await one(sql`SELECT 1 FROM key_sets WHERE id = ${projectId}`)).toBeUndefined()
  expect(await one(sql`SELECT 1 FROM signing_keys WHERE key_set_id = ${projectId}`)).toBeUndefined()
  expect(
    await one(
      sql`SELECT name, last_team_id AS team, last_owner AS owner FROM destroyed_projects WHERE id = ${projectId}`,
    ),
  ).toEqual({ name, team: world.team, owner: 'Acme' })
  expect(
    await world.refused(world.people.owner, 'project_create', { name: 'Thief', slug, teamId: world.team }),
  ).toMatchObject({ code: 'already_exists' })
}

/** Kept on purpose, or of the administrators' project, which is never deleted. */
const keptTables = [
  'activity_days',
  'activity_months',
  'address_tombstones',
  'audit_entries',
  'console_sessions',
  'team_limited_members',
  'team_members',
]

describe('a destroyed project:', () => {
  test('every table with a project_id is emptied by a destruction or kept on purpose', async () => {
    const tables = await world.database.rows<{ name: string }>(sql`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'project_id'`)
    expect([...projectTables, ...keptTables].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  test('a destruction deletes more rows than one batch', async () => {
    const project = await scheduled()
    await world.database.run(sql`
      INSERT INTO accounts (project_id, id) SELECT ${project.projectId}, 'usr_' || n FROM generate_series(1, 2500) n`)
    await world.ok(world.people.owner, 'project_purge', { projectId: project.projectId })
    await expectDestroyed(project)
  })

  test('a destroyed project leaves only its figures, its audit and its address', async () => {
    const project = await scheduled()
    await world.ok(world.people.owner, 'project_purge', { projectId: project.projectId })
    await expectDestroyed(project)
    expect(
      await world.database.rows(sql`
        SELECT month, kind, people FROM activity_months WHERE project_id = ${project.projectId} ORDER BY month, kind`),
    ).toEqual([
      { month: '2026-10-01', kind: 'total', people: 7 },
      { month: '2026-11-01', kind: 'local', people: 1 },
      { month: '2026-11-01', kind: 'total', people: 1 },
    ])
    const read = await world.call(world.people.owner, 'project_get', { projectId: project.projectId })
    expect(read.status).toBe(404)
  })

  test('a destruction deletes no row of another project', async () => {
    const [gone, stays] = [await scheduled(), await scheduled()]
    const before = await tablesOf(stays.projectId)
    await world.ok(world.people.owner, 'project_purge', { projectId: gone.projectId })
    expect(await tablesOf(stays.projectId)).toEqual(before)
    expect(before).toContain('accounts')
  })
})

describe('the purge worker:', () => {
  test('a due project is destroyed with one audit entry by four concurrent workers', async () => {
    const project = await scheduled()
    await makeDue(project.projectId)
    await Promise.all([1, 2, 3, 4].map(() => purgeDue(world.database, world.deps.logger)))
    await purgeDue(world.database, world.deps.logger)
    await expectDestroyed(project)
    expect(await entriesOf(project.projectId)).toEqual([
      { actor: 'instance', detail: { name: project.name, unattended: true } },
    ])
  })

  test('a project that is not due stays', async () => {
    const { projectId } = await scheduled()
    await purgeDue(world.database, world.deps.logger)
    expect((await world.ok(world.people.owner, 'project_get', { projectId })).id).toBe(projectId)
    expect(await entriesOf(projectId)).toEqual([])
  })
})

describe('an interrupted destruction:', () => {
  test('an interrupted destruction cannot be restored, and is finished later without a second entry', async () => {
    const project = await scheduled()
    const { projectId } = project
    await beginDestruction(world.database, projectId)
    let asked = 0
    await destroy(world.database, projectId, () => ++asked > 20)
    expect(await tablesOf(projectId)).toContain('clients')
    expect(await world.refused(world.people.owner, 'project_restore', { projectId })).toMatchObject({
      code: 'destruction_under_way',
    })
    await purgeDue(world.database, world.deps.logger)
    await expectDestroyed(project)
    expect(await entriesOf(projectId)).toEqual([])
  })
})

describe('a concurrent request:', () => {
  test('a destruction deletes a row that was locked when its table was emptied', async () => {
    const { projectId } = await scheduled()
    await beginDestruction(world.database, projectId)
    let destruction: Promise<void> | undefined
    await world.database.transaction(async (tx) => {
      await tx.rows(sql`SELECT 1 FROM activity_marks WHERE project_id = ${projectId} FOR UPDATE`)
      let isDone = false
      destruction = destroy(world.database, projectId).finally(() => {
        isDone = true
      })
      await vi.waitFor(async () => expect(isDone || (await waitingForLocks()) > 0).toBe(true))
    })
    await destruction
    expect(await tablesOf(projectId)).not.toContain('activity_marks')
    expect(await one(sql`SELECT 1 FROM projects WHERE id = ${projectId}`)).toBeUndefined()
  })
})

describe('restore and purge:', () => {
  test('only one of a concurrent restore and purge succeeds in each round, and the other is refused', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { projectId } = await ownProject(world)
      await world.ok(world.people.owner, 'project_delete', { projectId })
      const [restored, purged] = await Promise.all([
        world.call(world.people.owner, 'project_restore', { projectId }),
        world.call(world.people.owner, 'project_purge', { projectId }),
      ])
      const read = await world.call(world.people.owner, 'project_get', { projectId })
      if (restored.status === 200) {
        expect([purged.status, read.status]).toEqual([409, 200])
        continue
      }
      expect([purged.status, read.status]).toEqual([204, 404])
      expect([404, 409]).toContain(restored.status)
    }
  })
})
