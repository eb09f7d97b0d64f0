import { raw, sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, startDirectory, uniqueName } from './directory.ts'
import { type Scim, startScim } from './support.ts'

const users = 5_000
const members = 200
/** Groups of each measurement. The fastest counts: another program may occupy the processor. */
const rounds = 8
/** Largest share of the times before and after ANALYZE, and the time below which a share says nothing. */
const maxRatio = 3
const ignoredMs = 15

const tables = ['accounts', 'groups', 'group_members', 'account_addresses', 'account_words'] as const

let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim({ plans: 'each time' })
  await scim.setting('scim.rateLimit.max', 1_000_000)
  directory = await startDirectory(scim)
  for (const table of tables)
    await scim.database.run(sql`ALTER TABLE ${raw(table)} SET (autovacuum_enabled = false)`)
  for (let first = 1; first <= users; first += 1_000)
    await scim.database.run(sql`
      INSERT INTO accounts (project_id, id, connection_id, username, username_key, external_id)
      SELECT ${directory.projectId}, 'usr_stale' || n, ${directory.connectionId}, 'person' || n, 'person' || n, 'ext' || n
      FROM generate_series(${first}::int, ${first + 999}::int) n`)
}, 120_000)
afterAll(() => scim?.close())

const memberOf = (index: number) => ({ value: `usr_stale${1 + (index % users)}` })

/** Returns the shortest time of each request about groups with members. Milliseconds. */
async function measure(): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now()
    const result = await work()
    times[name] = [...(times[name] ?? []), performance.now() - begun]
    return result
  }
  for (let round = 0; round < rounds; round += 1) {
    const displayName = uniqueName('stale')
    const first = Array.from({ length: members }, (_, index) => memberOf(round * members + index))
    const id = await timed('POST /Groups', () => directory.group({ displayName, members: first }))
    await timed('PATCH members', () =>
      directory.patch(`/Groups/${id}`, [
        { op: 'add', path: 'members', value: [memberOf(round * members + members)] },
        { op: 'remove', path: `members[value eq "${memberOf(round * members).value}"]` },
      ]),
    )
    await timed('GET /Groups/{id}', () => directory.get(`/Groups/${id}`))
    await timed('filter by displayName', () => directory.find('Groups', `displayName eq "${displayName}"`))
    await timed('filter by members', () =>
      directory.find('Groups', `members.value eq "${memberOf(round * members + 1).value}"`),
    )
    await timed('PUT /Groups/{id}', () =>
      directory.put(`/Groups/${id}`, { displayName, members: first.slice(0, 50) }),
    )
    await timed('DELETE /Groups/{id}', () => directory.remove(`/Groups/${id}`))
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.min(...all)]))
}

const analysed = async (): Promise<number> =>
  (
    await scim.database.rows<object>(sql`
      SELECT 1 FROM pg_stats WHERE tablename IN ('accounts', 'groups', 'group_members') LIMIT 1`)
  ).length

describe('statistics of the tables:', () => {
  it('requests about groups are as fast without statistics as with them', async () => {
    expect(await analysed()).toBe(0)
    const stale = await measure()
    for (const table of tables) await scim.database.run(sql`ANALYZE ${raw(table)}`)
    expect(await analysed()).toBe(1)
    const fresh = await measure()
    const slower = Object.keys(stale).filter(
      (name) => (stale[name] ?? 0) > ignoredMs && (stale[name] ?? 0) > maxRatio * (fresh[name] ?? 0),
    )
    console.log(
      Object.keys(stale)
        .map((name) => `${name}: ${stale[name]?.toFixed(1)} ms without, ${fresh[name]?.toFixed(1)} ms with`)
        .join('\n'),
    )
    expect(slower).toEqual([])
  }, 120_000)
})
