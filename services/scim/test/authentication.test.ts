import { sql } from '@signet/db'
import { readCredentials } from '@signet/provisioning'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { startDirectory, uniqueName } from './directory.ts'
import {
  accessToken,
  makeConnection,
  type Scim,
  type ScimConnection,
  startScim,
  staticToken,
} from './support.ts'

let scim: Scim
let connection: ScimConnection
beforeAll(async () => {
  scim = await startScim()
  connection = await makeConnection(scim)
})
afterAll(() => scim?.close())

const statusOf = async (token: string | undefined, at = connection) =>
  (await scim.get(`${at.scim}/ServiceProviderConfig`, token)).status

describe.each(['path', 'subdomain', 'host', 'root'] as const)(
  'at a project with the address form %s',
  (form) => {
    it('a static token and an access token of the connection are accepted, and links contain the address of the project', async () => {
      const own = await makeConnection(scim, form)
      for (const token of [await staticToken(scim, own), await accessToken(scim, own)]) {
        const answer = await scim.get(`${own.scim}/ServiceProviderConfig`, token)
        expect(answer.status).toBe(200)
        expect(await answer.json()).toMatchObject({
          meta: { location: `${own.scim}/ServiceProviderConfig` },
        })
      }
    })
  },
)

describe('credentials:', () => {
  it('a credential of another project is refused exactly like an unknown one', async () => {
    const other = await makeConnection(scim)
    const answers = await Promise.all(
      [await staticToken(scim, other), await accessToken(scim, other), `sct_${'x'.repeat(43)}`].map(
        async (token) => {
          const answer = await scim.get(`${connection.scim}/Schemas`, token)
          return [answer.status, answer.headers.get('www-authenticate'), await answer.text()]
        },
      ),
    )
    expect(answers[0]).toEqual(answers[2])
    expect(answers[1]).toEqual(answers[2])
    expect(answers[2]?.[0]).toBe(401)
  })

  it('a credential of a project with a path is refused at the root address', async () => {
    const token = await staticToken(scim, connection)
    expect((await scim.get(`${scim.baseUrl}/scim/v2/Schemas`, token)).status).toBe(401)
  })

  it.each([
    ['is missing', undefined],
    ['is no token', 'not a token'],
    ['is empty after its prefix', 'sct_'],
  ])('a credential that %s is refused with 401, a challenge and a SCIM error', async (_case, token) => {
    const answer = await scim.get(`${connection.scim}/Schemas`, token)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="scim"/)
    expect(answer.headers.get('content-type')).toContain('application/scim+json')
    expect(await answer.json()).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
      detail: expect.any(String),
    })
  })

  it('an expired credential is refused', async () => {
    expect(await statusOf(await staticToken(scim, connection, { expiresIn: -1 }))).toBe(401)
    expect(await statusOf(await accessToken(scim, connection, { expiresIn: -1 }))).toBe(401)
  })

  it('an access token of another client, of another scope, or bound to a key is refused', async () => {
    const stranger = { ...connection, clientId: 'somebody-else' }
    expect(await statusOf(await accessToken(scim, stranger))).toBe(401)
    expect(await statusOf(await accessToken(scim, connection, { scope: 'scimmy openid' }))).toBe(401)
    expect(await statusOf(await accessToken(scim, connection, { extra: { jkt: 'thumbprint' } }))).toBe(401)
    expect(await statusOf(await accessToken(scim, connection, { scope: 'openid scim' }))).toBe(200)
  })

  it('the time of the last use of a credential is stored', async () => {
    const own = await makeConnection(scim)
    await statusOf(await staticToken(scim, own), own)
    const rows = await scim.database.rows<{ used: boolean }>(sql`
      SELECT last_used_at IS NOT NULL AS used FROM provisioning_credentials WHERE connection_id = ${own.connectionId}`)
    expect(rows).toEqual([{ used: true }])
  })
})

describe('a previous static token:', () => {
  const previous = async (options: Parameters<typeof staticToken>[2], newUsedAgo?: number) => {
    const own = await makeConnection(scim)
    await staticToken(scim, own, newUsedAgo === undefined ? {} : { usedAgo: newUsedAgo })
    return statusOf(
      await staticToken(scim, own, { state: 'previous', previousEndsIn: 3600, ...options }),
      own,
    )
  }

  it('a previous token is valid until the directory uses the new one', async () => {
    expect(await previous({ usedAgo: 7200 })).toBe(200)
  })
  it('a previous token is valid while the directory used it within the hour', async () => {
    expect(await previous({ usedAgo: 1800 }, 60)).toBe(200)
  })
  it('a previous token ends when the new one is used and it was not used for an hour', async () => {
    expect(await previous({ usedAgo: 3700 }, 60)).toBe(401)
  })
  it('a previous token ends with its overlap in any case', async () => {
    expect(await previous({ previousEndsIn: -1 })).toBe(401)
  })
})

test.for([
  ['used before and after the replacement', true],
  ['used before the replacement only', false],
] as const)(
  'the first use of a previous credential after its replacement is stored immediately: %s',
  async ([_case, usedAfter]) => {
    const own = await makeConnection(scim)
    // Uses are stored at most once a minute; this one was stored seconds ago.
    const token = await staticToken(scim, own, { state: 'previous', previousEndsIn: 3600, usedAgo: 2 })
    await staticToken(scim, own)
    if (usedAfter) expect(await statusOf(token, own)).toBe(200)
    const [credential] = await readCredentials(scim.database.inProject(own.projectId), own)
    expect(credential?.previous?.stillUsedByDirectory).toBe(usedAfter)
  },
)

describe('a valid credential:', () => {
  it('a valid credential is refused while its connection is disabled', async () => {
    const own = await makeConnection(scim)
    const token = await staticToken(scim, own)
    await scim.database.run(
      sql`UPDATE provisioning_connections SET enabled = false WHERE id = ${own.connectionId}`,
    )
    expect(await statusOf(token, own)).toBe(403)
  })

  it('every request of a disabled connection is refused, and its users are unchanged', async () => {
    const directory = await startDirectory(scim)
    const id = await directory.user()
    const before = await directory.account(id)
    await scim.database.run(
      sql`UPDATE provisioning_connections SET enabled = false WHERE id = ${directory.connectionId}`,
    )
    const answers = [
      await directory.get(`/Users/${id}`),
      await directory.get('/Groups'),
      await directory.post('/Users', { userName: uniqueName('new') }),
      await directory.put(`/Users/${id}`, { userName: id, active: false }),
      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]),
      await directory.remove(`/Users/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expect(await directory.account(id)).toEqual(before)
  })

  it('a valid credential is refused while its project is scheduled for deletion', async () => {
    const own = await makeConnection(scim)
    const token = await staticToken(scim, own)
    await scim.database.run(
      sql`UPDATE projects SET deletion_scheduled_at = now() WHERE id = ${own.projectId}`,
    )
    expect(await statusOf(token, own)).toBe(403)
  })

  it('a valid credential is refused with 404 while scim.enabled is off, and a static token while scim.staticTokens is off', async () => {
    const token = await staticToken(scim, connection)
    onTestFinished(async () => {
      await scim.setting('scim.enabled', true)
      await scim.setting('scim.staticTokens', true)
    })
    await scim.setting('scim.staticTokens', false)
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(await accessToken(scim, connection))).toBe(200)
    await scim.setting('scim.enabled', false)
    expect(await statusOf(token)).toBe(404)
  })

  it('the rate of a connection is limited, and the refusal states the time to wait', async () => {
    const [own, neighbour] = [await makeConnection(scim), await makeConnection(scim)]
    const token = await staticToken(scim, own)
    onTestFinished(() => scim.setting('scim.rateLimit.max', 3000))
    await scim.setting('scim.rateLimit.max', 2)
    expect([await statusOf(token, own), await statusOf(token, own)]).toEqual([200, 200])
    const refused = await scim.get(`${own.scim}/Schemas`, token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(await staticToken(scim, neighbour), neighbour)).toBe(200)
  })
})

it('the service is healthy and ready at any host', async () => {
  for (const url of [`${scim.baseUrl}/health`, 'http://anything.example/ready'])
    expect((await scim.get(url)).status).toBe(200)
})

it('invalid tokens are limited by address', async () => {
  onTestFinished(() => scim.setting('rateLimit.strict.max', 120))
  await scim.setting('rateLimit.strict.max', 1)
  await statusOf('sct_guess')
  expect(await statusOf('sct_guess')).toBe(429)
  expect(await statusOf(await staticToken(scim, connection))).toBe(200)
})
