import { auditedBefore, sql } from '@signet/db'
import { readHold, releaseHold, updateConnection } from '@signet/provisioning'
import { inParallel } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDirectory, uniqueName } from '../directory.ts'
import { type Scim, startScim } from '../support.ts'

/** The soak test runs more cycles. */
const people = Number(process.env.SIGNET_IMPORT ?? 50)
const leaving = people / 10
const threshold = Math.max(2, people / 50)

let scim: Scim
beforeAll(async () => {
  scim = await startScim()
  await scim.setting('scim.rateLimit.max', 1_000_000)
})
afterAll(() => scim?.close())

test(`${people} users are imported, ${leaving} are removed and held, and all are deleted after releases and retries of the directory`, async () => {
  const directory = await startDirectory(scim)
  const ids: string[] = []
  await inParallel(people, 8, async (index) => {
    const userName = uniqueName('member')
    const { body } = await directory.find('Users', `userName eq "${userName}"`)
    expect(body.totalResults).toBe(0)
    ids[index] = await directory.user({ userName, externalId: userName })
  })
  expect((await directory.get('/Users?count=0')).body.totalResults).toBe(people)
  await scim.database.transaction((tx) =>
    updateConnection(auditedBefore(tx), directory, { threshold: { count: threshold, windowSeconds: 3_600 } }),
  )

  let left = ids.slice(0, leaving)
  let cycles = 0
  while (left.length > 0) {
    cycles += 1
    const statuses = new Map<string, number>()
    await inParallel(left.length, 8, async (index) => {
      const id = left[index] ?? ''
      const { status } = await directory.patch(`/Users/${id}`, [
        { op: 'Replace', path: 'active', value: 'False' },
      ])
      statuses.set(id, status)
    })
    const held = left.filter((id) => statuses.get(id) === 409)
    expect(left.length - held.length).toBe(Math.min(threshold, left.length))
    const hold = await readHold(scim.database, directory)
    if (held.length > 0) expect([hold?.count, hold?.total]).toEqual([threshold, held.length])
    if (hold) await scim.database.transaction((tx) => releaseHold(auditedBefore(tx), directory))
    left = held
  }
  expect(cycles).toBe(Math.ceil(leaving / threshold))
  const [row] = await scim.database.rows<{ active: number; entries: number }>(sql`
    SELECT count(*) FILTER (WHERE active)::int AS active,
      (SELECT count(*)::int FROM audit_entries e WHERE e.connection_id = ${directory.connectionId} AND e.action = 'enduser.update') AS entries
    FROM accounts WHERE connection_id = ${directory.connectionId}`)
  expect(row).toEqual({ active: people - leaving, entries: leaving })
}, 600_000)
