import { setTimeout as pause } from 'node:timers/promises'
import type { OperationName } from '@signet/contracts'
import { raw, sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { managedUser } from '../support/attempts.ts'
import { application, group, makeUser, ownProject, unique } from '../support/things.ts'
import { password, startWorld, type World } from '../support/world.ts'
import type { Racer } from './race.ts'

/** The soak uses more. */
const rounds = Number(process.env.SIGNET_RACE_ROUNDS ?? 25)
/** Milliseconds. */
const gaps = [0, 1, 2, 4, 7, 12, 20, 35, 500]

let world: World
let replica: Pick<World, 'call'>
beforeAll(async () => {
  world = await startWorld()
  replica = await world.startReplica()
  await world.database.run(sql`CREATE TABLE counted (id text, counts jsonb)`)
  await world.database.run(sql`GRANT SELECT, INSERT ON counted TO signet_service`)
})
afterAll(() => world?.close())

interface Case {
  readonly operation: OperationName
  readonly table: 'projects' | 'groups'
  readonly column: string
  /** SQL that counts in the transaction of the changed row at its commit; `row` is the changed row. */
  readonly counts: string
  prepare(): Promise<{ id: string; input: Record<string, unknown>; mutators: readonly Racer[] }>
}

const owner = () => world.people.owner

const address: Case = {
  operation: 'project_address_change',
  table: 'projects',
  column: 'slug',
  counts: `jsonb_build_object('applications', (SELECT count(*) FROM clients WHERE project_id = row.id AND NOT built_in),
    'resources', (SELECT count(*) FROM resources WHERE project_id = row.id), 'connections', 0, 'providers', 0)`,
  async prepare() {
    const one = await ownProject(world)
    return {
      id: one.projectId,
      input: { ...one, slug: unique('p'), addressForm: 'path' },
      mutators: [
        [owner(), 'client_create', { ...one, ...application }],
        [owner(), 'client_create', { ...one, ...application }],
      ],
    }
  },
}

const secondFactor: Case = {
  operation: 'project_update',
  table: 'projects',
  column: 'totp_required',
  counts: `jsonb_build_object('passwordWithoutAuthenticator',
    (SELECT count(*) FROM accounts WHERE project_id = row.id AND password_hash IS NOT NULL AND active AND locked_at IS NULL))`,
  async prepare() {
    const one = await ownProject(world)
    const [leaving, locked] = [await withPassword(one.projectId), await withPassword(one.projectId)]
    return {
      id: one.projectId,
      input: { ...one, totpRequired: true },
      mutators: [
        [owner(), 'project_user_update', { ...one, userId: leaving, active: false }],
        [owner(), 'project_user_lock', { ...one, userId: locked, reason: 'Race' }],
      ],
    }
  },
}

const withPassword = async (projectId: string): Promise<string> => {
  const email = `${unique('u')}@example.com`
  return (await world.ok(owner(), 'project_user_create', { projectId, email, password })).id
}

const handOver: Case = {
  operation: 'project_group_assign_connection',
  table: 'groups',
  column: 'connection_id',
  counts: `jsonb_build_object('connectionId', row.connection_id, 'foreign', 0, 'managed',
    (SELECT count(*) FROM group_members WHERE project_id = row.project_id AND group_id = row.id))`,
  async prepare() {
    const place = { world, projectId: world.project, teamId: world.team }
    const one = await group(place)
    const { connectionId, userId } = await managedUser(world)
    return {
      id: one.groupId,
      input: { ...one, connectionId },
      mutators: [
        [owner(), 'project_group_member_add', { ...one, userIds: [userId] }],
        [owner(), 'project_group_member_add', { ...one, userIds: [await makeUser(place)] }],
      ],
    }
  },
}

async function watch({ table, column, counts }: Case): Promise<void> {
  const name = `count_${table}_${column}`
  await world.database.run(sql`
    CREATE FUNCTION ${raw(name)}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE row ${raw(table)}%ROWTYPE := NEW;
    BEGIN INSERT INTO counted VALUES (NEW.id, ${raw(counts)}); RETURN NULL; END $$`)
  await world.database.run(sql`
    CREATE CONSTRAINT TRIGGER ${raw(name)} AFTER UPDATE OF ${raw(column)} ON ${raw(table)}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${raw(name)}()`)
}

test.each([address, secondFactor, handOver])(
  'the operation $operation never applies with other counts than the confirmed ones',
  async (one) => {
    await watch(one)
    let done = 0
    let stale = 0
    for (let round = 0; round < rounds; round += 1) {
      const { id, input, mutators } = await one.prepare()
      const person = world.people.super
      const previewed = await world.call(person, one.operation, input)
      const confirmed = (previewed.body as { expect: object }).expect
      // The confirmation starts before the other calls, or after them, by an increasing gap.
      const gap = gaps[Math.floor(round / 2) % gaps.length] ?? 0
      const [reply] = await Promise.all([
        pause(round % 2 ? gap : 0).then(() =>
          world.call(person, one.operation, { ...input, confirm: true, expect: confirmed }),
        ),
        ...mutators.map(([by, operation, call]) =>
          pause(round % 2 ? 0 : gap).then(() => replica.call(by, operation, call)),
        ),
      ])
      const [counted] = await world.database.rows<{ counts: object }>(
        sql`SELECT counts FROM counted WHERE id = ${id}`,
      )
      if (reply.status < 300) {
        done += 1
        expect(counted?.counts).toEqual(confirmed)
      } else {
        stale += 1
        const { code, expect: fresh } = reply.body as { code: string; expect?: object }
        expect([reply.status, code]).toEqual([409, 'stale_preview'])
        expect(fresh).not.toEqual(confirmed)
        expect(counted).toBeUndefined()
      }
    }
    // The race is tested only when both results occurred.
    expect(Math.min(done, stale)).toBeGreaterThan(0)
  },
  600_000,
)
