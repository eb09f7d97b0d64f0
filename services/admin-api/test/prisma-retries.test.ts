import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plan } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('a change through Prisma that the database rejects permanently is tried once', async () => {
  const { database, people } = world
  // A sequence keeps its value when the transaction is rolled back.
  await database.run(sql`CREATE SEQUENCE plan_attempts`)
  await database.run(sql`
    CREATE FUNCTION count_attempt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN PERFORM nextval('plan_attempts'); RETURN NEW; END $$`)
  await database.run(
    sql`CREATE TRIGGER count_attempt BEFORE INSERT ON plans FOR EACH ROW EXECUTE FUNCTION count_attempt()`,
  )
  const first = plan()
  await world.ok(people.super, 'plan_create', first)
  expect(await world.refused(people.super, 'plan_create', { ...plan(), id: first.id })).toMatchObject({
    code: 'already_exists',
  })
  expect(await database.rows(sql`SELECT last_value::int AS attempts FROM plan_attempts`)).toEqual([
    { attempts: 2 },
  ])
})
