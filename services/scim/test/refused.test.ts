import { sql } from '@signet/db'
import { subjectOf } from '@signet/provisioning'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, startDirectory, startSibling, uniqueName } from './directory.ts'
import { type Scim, startScim, staticToken } from './support.ts'

let scim: Scim
beforeAll(async () => {
  scim = await startScim()
})
afterAll(() => scim?.close())

interface Refusal {
  readonly name: string | null
  readonly kind: string
  readonly method: string
  readonly problem: string
  readonly attribute: string | null
  readonly attempts: number
}

const refusals = (at: Directory, subject?: string) =>
  scim.database.rows<Refusal>(sql`
    SELECT name, kind, method, problem, attribute, attempts FROM provisioning_refusals
    WHERE connection_id = ${at.connectionId} AND ${subject === undefined ? sql`true` : sql`subjects @> ARRAY[${subjectOf(at, subject)}]`}
    ORDER BY last_at, id`)

/** Refusals are written about once a second. */
const stored = (at: Directory, length: number) =>
  expect.poll(() => refusals(at), { timeout: 10_000 }).toHaveLength(length)

const person = () => {
  const userName = uniqueName('Person')
  return { userName, externalId: uniqueName('ext'), address: `${userName}@mail.example` }
}

describe('refused users and groups:', () => {
  it('each of 20 refused users among 600 is found by address, user name and external id after 1,000 further requests', async () => {
    await scim.setting('scim.rateLimit.max', 100_000)
    const directory = await startDirectory(scim)
    const people = Array.from({ length: 600 }, person)
    const isRefused = (index: number) => index % 30 === 7
    const statuses = await inTurns(people, 20, async ({ userName, externalId, address }, index) => {
      const invalid = isRefused(index) ? [{ value: 'no address', primary: true }] : []
      const emails = [...invalid, { value: address, type: 'work' }]
      return (await directory.post('/Users', { userName, externalId, emails })).status
    })
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    await inTurns(Array.from({ length: 1_000 }), 20, () => directory.get('/Users?count=0'))
    await stored(directory, 20)
    for (const { userName, externalId, address } of people.filter((_, index) => isRefused(index)))
      for (const subject of [userName.toUpperCase(), externalId, address])
        expect(await refusals(directory, subject)).toMatchObject([
          { name: userName, kind: 'user', method: 'POST', problem: 'invalid', attribute: 'emails' },
        ])
    expect(await refusals(directory, people[0]?.address)).toEqual([])
  }, 120_000)

  it('a refusal is deleted when a creation or change of the same user succeeds, and counts repeated attempts until then', async () => {
    const directory = await startDirectory(scim)
    const { userName, externalId } = person()
    for (let count = 0; count < 3; count += 1)
      await directory.post('/Users', { userName, externalId, emails: [{ value: 'no address' }] })
    await expect
      .poll(() => refusals(directory), { timeout: 10_000 })
      .toMatchObject([{ attempts: 3, attribute: 'emails' }])
    const id = await directory.user({ userName: uniqueName('renamed'), externalId })
    await stored(directory, 0)
    await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'emails', value: [{ value: 'no' }] }])
    await stored(directory, 1)
    expect(await refusals(directory, externalId)).toMatchObject([{ method: 'PATCH' }])
    await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'nickName', value: 'Ada' }])
    await stored(directory, 0)
  })

  it('a success of a user with the same external id keeps the refusal of a user whose external id is taken', async () => {
    const directory = await startDirectory(scim)
    const externalId = uniqueName('ext')
    const first = await directory.user({ externalId })
    const refused = { userName: uniqueName('second'), externalId }
    expect((await directory.post('/Users', refused)).status).toBe(409)
    await directory.patch(`/Users/${first}`, [{ op: 'replace', path: 'nickName', value: 'Ada' }])
    await directory.get('/Users?count=0')
    await stored(directory, 1)
    expect(await refusals(directory, refused.userName)).toMatchObject([{ problem: 'uniqueness' }])
  })

  it('groups, bulk operations, and too large bodies are refusals of their user or group', async () => {
    const directory = await startDirectory(scim)
    const sibling = await startSibling(scim, directory)
    const [displayName, bulkName] = [uniqueName('Staff'), uniqueName('bulk')]
    await sibling.group({ displayName })
    expect((await directory.post('/Groups', { displayName })).status).toBe(409)
    await directory.post('/Bulk', {
      Operations: [
        { method: 'POST', path: '/Users', bulkId: 'a', data: { userName: bulkName, emails: ['no'] } },
        { method: 'POST', path: '/Users', bulkId: 'b', data: { userName: uniqueName('fine') } },
      ],
    })
    const id = await directory.user()
    expect(
      (await directory.patch(`/Users/${id}`, [{ op: 'add', value: { nickName: 'x'.repeat(1_100_000) } }]))
        .status,
    ).toBe(413)
    await stored(directory, 3)
    expect(await refusals(directory, displayName)).toMatchObject([{ kind: 'group', problem: 'uniqueness' }])
    expect(await refusals(directory, bulkName)).toMatchObject([{ method: 'POST', attribute: 'emails' }])
    expect(await refusals(directory, id)).toMatchObject([{ method: 'PATCH', problem: 'too_large' }])
    expect(await refusals(sibling)).toEqual([])
  })

  it('the log has requests with an expired credential as not authenticated', async () => {
    const directory = await startDirectory(scim)
    const expired = await staticToken(scim, directory, { expiresIn: -60 })
    expect((await directory.get('/Users', { authorization: `Bearer ${expired}` })).status).toBe(401)
    await expect
      .poll(
        () =>
          scim.database.rows(
            sql`SELECT status, problem FROM provisioning_requests WHERE connection_id = ${directory.connectionId}`,
          ),
        { timeout: 10_000 },
      )
      .toEqual([{ status: 401, problem: 'unauthenticated' }])
  })
})

/**
 * Runs at most `width` items at the same time.
 * @returns the results by position
 */
async function inTurns<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [index, item] of queue) results[index] = await work(item, index)
    }),
  )
  return results
}
