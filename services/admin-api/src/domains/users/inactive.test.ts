import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await setSince('2026-01-01')
  await addUser('absent', '2026-01-10', '2026-02-01')
  await addUser('present', '2026-01-10', '2026-03-01')
  await addUser('never', '2026-01-10', null)
  await addUser('new', '2026-03-01', null)
  await addUser('unknown', '2025-06-01', null)
})
afterAll(() => world?.close())

const setSince = (day: string) =>
  world.database.run(sql`UPDATE instance SET last_activity_since = ${day}::date`)

async function addUser(name: string, created: string, active: string | null): Promise<void> {
  await world.database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key, created_at)
    VALUES (${world.project}, ${`usr_${name}`}, ${`${name}@idle.example`}, ${`${name}@idle.example`}, ${created}::date)`)
  if (active)
    await world.database.run(sql`
      INSERT INTO account_activity (project_id, account_id, last_day) VALUES (${world.project}, ${`usr_${name}`}, ${active}::date)`)
}

const inactive = async (inactiveSince: string) => {
  const { users } = await world.ok(world.people.owner, 'project_user_list', {
    projectId: world.project,
    text: '@idle.example',
    inactiveSince,
  })
  return users.map(({ email }) => email.split('@')[0])
}

test('users without activity on or after a day are listed, and those created later are not', async () => {
  expect(await inactive('2026-03-01')).toEqual(['absent', 'never', 'unknown'])
  expect(await inactive('2026-03-02')).toEqual(['absent', 'never', 'new', 'present', 'unknown'])
})

test('a user whose former activity is unknown is listed only for days after the instance began to store days', async () => {
  await setSince('2026-02-15')
  expect(await inactive('2026-02-10')).toEqual(['absent'])
  expect(await inactive('2026-03-01')).toEqual(['absent', 'never', 'unknown'])
  await setSince('2026-01-01')
})

test('a row of the list has the last active day, which is null when none is known', async () => {
  const { users } = await world.ok(world.people.owner, 'project_user_list', {
    projectId: world.project,
    text: '@idle.example',
  })
  const days = Object.fromEntries(users.map(({ id, lastActiveOn }) => [id, lastActiveOn]))
  expect(days).toMatchObject({ usr_absent: '2026-02-01', usr_never: null })
})
