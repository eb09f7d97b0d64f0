import { halfBodies, sendHalf, sendRaw } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Directory, startDirectory } from './directory.ts'
import { makeConnection, type Scim, startScim, staticToken } from './support.ts'

let scim: Scim
let directory: Directory
let at: URL
let headers: Record<string, string>
beforeAll(async () => {
  scim = await startScim()
  const connection = await makeConnection(scim)
  directory = await startDirectory(scim, connection)
  at = new URL(connection.scim)
  const token = await staticToken(scim, connection)
  headers = { host: at.host, authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
})
afterAll(() => scim?.close())

it.each(halfBodies)(
  'a client that disconnects before the end of a body causes no fault: %o',
  async (half) => {
    const user = await directory.user()
    for (const [method, path] of [
      ['POST', '/Users'],
      ['PATCH', `/Users/${user}`],
      ['PUT', `/Users/${user}`],
      ['POST', '/Users/.search'],
    ] as const)
      await sendHalf(scim.address, { method, target: `${at.pathname}${path}`, headers, ...half })
    expect(scim.occurrences).toEqual([])
  },
)

it.each([
  'startIndex=99999999999999999999',
  'startIndex=-99999999999999999999',
  'count=1e400',
  'count=9007199254740993',
  'startIndex=0&count=-1',
  'filter=meta.created%20gt%20%220001-01-01T00:00:00Z%22',
  'filter=meta.created%20gt%20%229999-12-31T23:59:59Z%22',
  'filter=meta.created%20gt%20%220000-00-00T00:00:00Z%22',
  'filter=userName%20eq%20%22%00%22',
  'filter=userName%20eq%20%22%5Cud800%22',
  'attributes=%ED%A0%80',
])('a list with %s is answered without a fault', async (query) => {
  for (const kind of ['Users', 'Groups']) {
    const { status } = await sendRaw(scim.address, { target: `${at.pathname}/${kind}?${query}`, headers })
    expect(status).toBeLessThan(500)
  }
  expect(scim.occurrences).toEqual([])
})

it('every address without a credential or a route is limited', async () => {
  await scim.setting('rateLimit.strict.max', 2)
  for (const target of [`${at.pathname}/Users`, '/nothing', `${at.pathname}x`, '/']) {
    const statuses: number[] = []
    for (let sent = 0; sent < 3; sent += 1)
      statuses.push((await sendRaw(scim.address, { target, headers: { host: at.host } })).status)
    expect([target, statuses.at(-1)]).toEqual([target, 429])
  }
})
