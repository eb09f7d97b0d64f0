import { sql } from '@signet/db'
import { actors, recordAudit } from '@signet/events'
import { newId } from '@signet/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeUser, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

async function entryAbout(
  targetType: 'EndUser' | 'Client' | 'Group' | 'Team' | 'Project',
  projectId: string,
  targetId: string,
) {
  const entry = {
    action: 'enduser.update',
    targetType,
    targetId,
    targetScope: world.team,
    surface: null,
    projectId,
  } as const
  await recordAudit(world.database, { actor: actors.instance(), ...entry })
  const { entries } = await world.ok(world.people.super, 'audit_list', { targetId, targetType })
  return entries[0]
}

test('an entry that a directory wrote without a name names its user now, and no longer after the user is deleted', async () => {
  const { projectId } = await ownProject(world)
  const id = await makeUser({ world, projectId, teamId: world.team })
  const [account] = await world.database.rows<{ email: string | null }>(
    sql`SELECT email FROM accounts WHERE id = ${id}`,
  )
  expect(await entryAbout('EndUser', projectId, id)).toMatchObject({ targetName: account?.email, detail: {} })
  await world.database.run(sql`DELETE FROM accounts WHERE id = ${id}`)
  expect(await entryAbout('EndUser', projectId, id)).toMatchObject({ targetName: null, targetId: id })
})

test('an entry names the application, group, team and project that it is about, of its own project only', async () => {
  const { projectId } = await ownProject(world)
  const other = await ownProject(world)
  const client = await makeClient({ world, projectId, teamId: world.team })
  const group = newId('group')
  const name = unique('group')
  await world.database.run(sql`
    INSERT INTO groups (project_id, id, display_name, display_name_key) VALUES (${projectId}, ${group}, ${name}, ${name})`)
  expect(await entryAbout('Client', projectId, client)).toMatchObject({ targetName: 'Example' })
  expect(await entryAbout('Group', projectId, group)).toMatchObject({ targetName: name })
  expect(await entryAbout('Project', projectId, projectId)).toMatchObject({ targetName: expect.any(String) })
  expect(await entryAbout('Team', projectId, world.team)).toMatchObject({ targetName: expect.any(String) })
  expect(await entryAbout('Group', other.projectId, group)).toMatchObject({ targetName: null })
})
