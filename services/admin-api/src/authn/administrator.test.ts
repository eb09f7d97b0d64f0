import { type Executor, type Sql, sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planOf, rowsRead } from '../../test/support/plans.ts'
import { startWorld, type World } from '../../test/support/world.ts'
import { loadAdministrator } from './administrator.ts'

const teams = 5_000

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key)
    SELECT ${world.administratorsProject}, 'usr_many' || n, 'many' || n, 'many' || n FROM generate_series(1, ${teams}::int) n`)
  await world.database.run(sql`
    INSERT INTO teams (id, name, kind) SELECT 'team_many' || n, 'Team ' || n, 'regular' FROM generate_series(1, ${teams}::int) n`)
  for (const [table, role] of [
    [sql`team_members`, 'owner'],
    [sql`team_limited_members`, 'viewer'],
  ] as const)
    await world.database.run(sql`
      INSERT INTO ${table} (team_id, project_id, account_id, role)
      SELECT 'team_many' || n, ${world.administratorsProject}, 'usr_many' || n, ${role} FROM generate_series(1, ${teams}::int) n`)
  await world.database.run(sql`ANALYZE team_members, team_limited_members, teams`)
})
afterAll(() => world?.close())

test('each request reads the teams of its administrator, and none of the others', async () => {
  const statements: Sql[] = []
  const executor: Executor = {
    rows: (statement) => {
      statements.push(statement)
      return world.database.rows(statement)
    },
    run: async () => 0,
  }
  const found = await loadAdministrator(executor, world.people.owner.accountId)
  expect(found?.teams).toHaveLength(2)
  const [statement] = statements
  if (!statement) throw new Error('No statement was sent.')
  expect(rowsRead(await planOf(world.database, statement)).rows).toBeLessThan(20)
})
