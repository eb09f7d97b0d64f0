import { auditedBefore, sql } from '@signet/db'
import { readRequests, updateConnection } from '@signet/provisioning'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, startDirectory, uniqueName } from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
})
afterAll(() => scim?.close())

const read = (q?: string, at: Directory = directory) => readRequests(scim.database, at, q)
/** Requests are stored about once a second. */
const kept = (q: string, length: number) =>
  expect.poll(async () => (await read(q)).requests, { timeout: 10_000 }).toHaveLength(length)

describe('log of a connection:', () => {
  it('the log shows the cause of a missing user for its user name or external id', async () => {
    const [userName, externalId] = [uniqueName('Missing'), uniqueName('ext')]
    const body = { userName, externalId, emails: [{ value: 'nobody' }], shoeSize: 43 }
    await directory.find('Users', `userName eq "${userName}"`)
    await directory.post('/Users', body)
    await kept(userName.toUpperCase(), 2)
    expect((await read(userName)).requests).toMatchObject([
      {
        method: 'POST',
        route: '/Users',
        status: 400,
        problem: 'invalid',
        attribute: 'emails',
        ignored: ['shoeSize'],
      },
      { method: 'GET', route: '/Users', status: 200, problem: null, attribute: null },
    ])
    expect((await read(externalId)).requests).toHaveLength(1)
    expect((await read(uniqueName('other'))).requests).toEqual([])
  })

  it('the log finds requests by the id of their resource, including its creation', async () => {
    const id = await directory.user()
    await directory.patch(`/Users/${id}`, [{ op: 'add', path: `nickNames[value eq "secret"].x`, value: 'y' }])
    await directory.remove(`/Users/${id}`)
    await kept(id, 3)
    const { requests } = await read(id)
    expect(requests.map(({ method, route }) => `${method} ${route}`)).toEqual([
      'DELETE /Users/:id',
      'PATCH /Users/:id',
      'POST /Users',
    ])
    expect(requests[1]?.ignored).toEqual(['nickNames'])
  })

  it('the log stores no personal data of a request', async () => {
    const secret = uniqueName('Personal')
    await directory.user({ userName: secret, name: { familyName: secret }, [secret]: 1 })
    await directory.find('Users', `name.familyName eq "${secret}"`)
    await directory.get(`/Users/${secret}@example.com`)
    await kept(secret, 1)
    const rows = await scim.database.rows<{ text: string }>(
      sql`SELECT row_to_json(r)::text AS text FROM provisioning_requests r`,
    )
    // The name of an unknown member is stored as a name of an attribute.
    const others = rows.filter(({ text }) => !text.includes(`"ignored":["${secret}"]`))
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(({ text }) => text.includes(secret))).toEqual([])
  })

  it('the log has the last problem of each kind, and the time of the last request', async () => {
    const own = await startDirectory(scim)
    const user = await own.user()
    await own.post('/Users', { userName: (await own.get(`/Users/${user}`)).body.userName })
    await own.get('/Users/usr_nobody')
    await own.put(`/Users/${user}`, { userName: 'x' }, { 'if-match': 'W/"9"' })
    await own.send('POST', '/Me', {})
    await scim.database.transaction((tx) =>
      updateConnection(auditedBefore(tx), own, { threshold: { count: 1, windowSeconds: 300 } }),
    )
    await own.remove(`/Users/${await own.user()}`)
    await own.remove(`/Users/${user}`)
    const problems = async () =>
      (await read(undefined, own)).problems.map(({ problem }) => problem).toSorted()
    await expect
      .poll(problems, { timeout: 10_000 })
      .toEqual(['held_back', 'not_found', 'not_supported', 'stale_version', 'uniqueness'])
    const { lastRequestAt } = await read(undefined, own)
    expect(Date.now() - (lastRequestAt?.getTime() ?? 0)).toBeLessThan(60_000)
  })

  it('the log stores 100 requests, and the last problem of each kind for longer', async () => {
    const own = await startDirectory(scim)
    await own.post('/Users', {})
    await expect.poll(async () => (await read(undefined, own)).requests.length, { timeout: 10_000 }).toBe(1)
    for (let count = 0; count < 120; count += 1) await own.get('/Users?count=0')
    await expect
      .poll(async () => (await read(undefined, own)).requests.every(({ problem }) => problem === null), {
        timeout: 10_000,
      })
      .toBe(true)
    const { requests, problems } = await read(undefined, own)
    expect(requests).toHaveLength(100)
    expect(problems).toMatchObject([{ problem: 'invalid', status: 400 }])
    const [row] = await scim.database.rows<{ kept: number }>(
      sql`SELECT count(*)::int AS kept FROM provisioning_requests WHERE connection_id = ${own.connectionId}`,
    )
    expect(row?.kept).toBe(101)
  })

  it('the log has the refusals of a disabled connection, and nothing without a credential', async () => {
    const own = await startDirectory(scim)
    await scim.database.run(
      sql`UPDATE provisioning_connections SET enabled = false WHERE id = ${own.connectionId}`,
    )
    expect((await own.get('/Users')).status).toBe(403)
    expect((await own.get('/Users', { authorization: 'Bearer wrong-wrong-wrong-wrong' })).status).toBe(401)
    await expect
      .poll(async () => (await read(undefined, own)).requests, { timeout: 10_000 })
      .toMatchObject([{ status: 403, problem: 'not_allowed' }])
  })
})
