import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connection, credentialed, heldConnection, removal } from '../../../test/support/directories.ts'
import { makeUser, ownProject, type Place, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let place: Place
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
beforeEach(async () => {
  place = { world, teamId: world.team, ...(await ownProject(world)) }
})
afterAll(() => world?.close())

type One = Awaited<ReturnType<typeof connection>>
const read = (one: One) => world.ok(owner, 'provisioning_connection_get', one)
const tokensOf = ({ projectId }: One) =>
  world.database.rows(sql`SELECT 1 FROM oidc_client_credentials_tokens WHERE project_id = ${projectId}`)

describe('connections:', () => {
  test('a connection keeps every other value when its directory changes', async () => {
    const one = await connection(place)
    const { directory: before, ...values } = await read(one)
    expect(before).toBe('generic')
    for (const directory of ['entra', 'okta'] as const) {
      await world.ok(owner, 'provisioning_connection_update', { ...one, directory })
      expect(await read(one)).toEqual({ ...values, directory })
    }
  })

  test('a disabled connection leaves its users active', async () => {
    const one = await connection(place)
    const userId = await makeUser(place)
    await world.ok(owner, 'project_user_assign_connection', { ...one, userId })
    const user = () => world.ok(owner, 'project_user_get', { projectId: place.projectId, userId })
    const before = await user()
    await world.ok(owner, 'provisioning_connection_update', { ...one, enabled: false })
    expect(await user()).toEqual(before)
    expect(before).toMatchObject({ status: 'active', managedBy: one.connectionId })
  })

  test('a connection states whether its directory still uses the previous credential', async () => {
    const one = await credentialed(place, 'static_token', 2)
    const states = async () => {
      const { stillUsedByDirectory, credentials } = await read(one)
      return [stillUsedByDirectory, credentials[0]?.previous?.stillUsedByDirectory]
    }
    expect(await states()).toEqual([false, false])
    await world.database.run(sql`
      UPDATE provisioning_credentials SET last_used_at = now() + interval '1 second'
      WHERE project_id = ${place.projectId} AND state = 'previous'`)
    expect(await states()).toEqual([true, true])
  })

  test('an issued secret is in no later response', async () => {
    const one = await connection(place)
    const issued = await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'secret' })
    const secret = issued.clientSecret ?? ''
    expect(secret.length).toBeGreaterThan(20)
    const { projectId } = one
    for (const reply of [
      await world.call(owner, 'provisioning_connection_get', one),
      await world.call(owner, 'provisioning_connection_list', { projectId }),
      await world.call(owner, 'audit_list', { connection: one.connectionId }),
    ])
      expect(reply.text).not.toContain(secret)
  })

  test('a connection accepts a key address of 2,048 characters and a signing algorithm of its keys, and nothing longer', async () => {
    const one = await connection(place)
    const issue = (fields: object) =>
      world.call(owner, 'provisioning_credential_issue', { ...one, kind: 'key', ...fields })
    const start = 'https://keys.example.com/'
    const jwksUri = start + 'x'.repeat(2048 - start.length)
    expect((await issue({ jwksUri, signingAlg: 'RS256' })).status).toBe(201)
    for (const [path, fields] of [
      ['jwksUri', { jwksUri: `${jwksUri}x` }],
      ['signingAlg', { jwksUri, signingAlg: 'x'.repeat(17) }],
    ] as const)
      expect(await issue(fields)).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  test('a connection has no credential and no token after its credential is revoked', async () => {
    const one = await credentialed(place, 'secret')
    const { clientId } = await read(one)
    await world.database.run(sql`
      INSERT INTO oidc_client_credentials_tokens (project_id, id, client_id, payload, expires_at)
      VALUES (${one.projectId}, ${unique('t')}, ${clientId}, '{}'::jsonb, now() + interval '1 hour')`)
    expect(await tokensOf(one)).toHaveLength(1)
    await world.ok(owner, 'provisioning_credential_revoke', { ...one, kind: 'oauth' })
    expect(await tokensOf(one)).toEqual([])
    expect((await read(one)).credentials).toEqual([])
  })

  test('a connection has no previous credential after it is retired, and keeps the current one', async () => {
    const one = await credentialed(place, 'static_token', 2)
    const retire = () => world.call(owner, 'provisioning_credential_retire', { ...one, kind: 'static_token' })
    expect((await retire()).status).toBe(204)
    expect((await read(one)).credentials).toMatchObject([{ kind: 'static_token', previous: null }])
    expect(await retire()).toMatchObject({ status: 404, body: { code: 'no_previous_credential' } })
  })
})

describe('directory guide:', () => {
  const guide = async () =>
    (await world.ok(owner, 'provisioning_directory_list', { projectId: place.projectId })).directories

  test('the directory guide has three entries with credentials, correlation, labels, steps and pitfalls', async () => {
    const entries = await guide()
    expect(entries).toHaveLength(3)
    const text = expect.stringMatching(/./)
    for (const entry of entries) {
      expect(entry).toMatchObject({
        displayName: text,
        recommendedCredential: expect.stringMatching(/^(?:key|secret|static_token)$/),
        recommendedCorrelation: {
          claim: text,
          attribute: expect.stringMatching(/^(?:externalId|userName)$/),
        },
      })
      expect(entry).toHaveProperty('fallbackCredential')
      expect(Object.keys(entry.labels).toSorted()).toEqual([
        'baseUrl',
        'clientId',
        'clientSecret',
        'staticToken',
        'tokenEndpoint',
      ])
      expect(entry.steps.length * entry.pitfalls.length).toBeGreaterThan(0)
    }
  })

  test('the directory guide has no values for a project without an address', async () => {
    await world.database.run(
      sql`UPDATE projects SET address_form = 'unaddressed' WHERE id = ${place.projectId}`,
    )
    for (const { values } of await guide()) expect(values).toEqual({ scimBaseUrl: null, tokenEndpoint: null })
  })
})

describe('holds:', () => {
  test('a hold returns at most 1,000 users, with the number of all of them', async () => {
    const one = await connection(place, { threshold: { count: 1, windowSeconds: 300 } })
    const { projectId } = place
    await removal(place, one, await makeUser(place))
    await world.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key)
      SELECT ${projectId}, 'usr_held' || n, 'h' || n || '@example.com', 'h' || n || '@example.com'
      FROM generate_series(1, 1001) n`)
    const held = await world.database.rows<{ id: string }>(
      sql`SELECT id FROM accounts WHERE project_id = ${projectId} AND id LIKE 'usr_held%'`,
    )
    for (const { id } of held) expect(await removal(place, one, id)).toBe('held')
    const hold = await world.ok(owner, 'provisioning_hold_get', one)
    expect(hold).toMatchObject({
      held: true,
      count: 1,
      refused: 1001,
      total: 1001,
      since: expect.any(String),
    })
    expect(hold.rows).toHaveLength(1000)
    const times = (hold.rows ?? []).map(({ lastAt }) => lastAt)
    expect(times).toEqual(times.toSorted().toReversed())
  }, 60_000)

  test('the list of holds is ordered oldest first, with project and connection', async () => {
    const [first, second] = [await heldConnection(place), await heldConnection(place)]
    const since = (one: One, ago: string) =>
      world.database.run(sql`
        UPDATE provisioning_connections SET held_since = now() - ${ago}::text::interval WHERE id = ${one.connectionId}`)
    await since(first, '1 minute')
    await since(second, '1 hour')
    const { connections } = await world.ok(owner, 'provisioning_hold_list', {})
    const own = connections.filter(({ projectId }) => projectId === place.projectId)
    const { name: projectName } = await world.ok(owner, 'project_get', { projectId: place.projectId })
    expect(own).toMatchObject(
      await Promise.all(
        [second, first].map(async (one) => ({
          ...one,
          projectName,
          displayName: (await read(one)).displayName,
        })),
      ),
    )
    const times = connections.map((one) => one.since)
    expect(times).toEqual(times.toSorted())
  })
})
