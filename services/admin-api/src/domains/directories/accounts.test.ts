import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { recordOutcomes } from '@signet/provisioning'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection, link, managingConnection } from '../../../test/support/directories.ts'
import { makeUser, ownProject, type Place, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
afterAll(() => world?.close())

const newPlace = async (): Promise<Place> => ({ world, teamId: world.team, ...(await ownProject(world)) })

type Input = Readonly<Record<string, unknown>>

interface Preview {
  readonly consequences: string[]
  readonly expect: { readonly users: number; readonly groups: number; readonly remaining: number }
}

const preview = async (name: OperationName, input: Input): Promise<Preview> =>
  (await world.call(owner, name, input)).body as Preview

async function change(name: OperationName, input: Input) {
  const { expect: counts } = await preview(name, input)
  const { status, body } = await world.call(owner, name, { ...input, confirm: true, expect: counts })
  expect([name, status, body]).toMatchObject([name, 200, {}])
  return body
}

const account = async (id: string) => {
  const [row] = await world.database.rows<{
    connection: string | null
    username: string | null
    externalId: string | null
    password: string | null
  }>(sql`
    SELECT connection_id AS connection, username, external_id AS "externalId", password_hash AS password FROM accounts WHERE id = ${id}`)
  return row
}

const provider = async ({ connectionId }: { connectionId: string }) => {
  const [row] = await world.database.rows<{ id: string }>(
    sql`SELECT provider_id AS id FROM provisioning_connections WHERE id = ${connectionId}`,
  )
  return row?.id ?? ''
}

const makeUsers = (projectId: string, domain: string, count: number) =>
  world.database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key, email_verified, password_hash)
    SELECT ${projectId}, ${unique('usr_')} || n, address, address, true, 'x'
    FROM (SELECT n, ${unique('u')} || n || '@' || ${domain} AS address FROM generate_series(1, ${count}::int) n) users`)

const entries = (projectId: string, action: string) =>
  world.database.rows<{ targetId: string }>(
    sql`SELECT target_id AS "targetId" FROM audit_entries WHERE project_id = ${projectId} AND action = ${action}`,
  )

describe('adoption:', () => {
  test('users of the provider, of a domain and with refused names are adopted in bulk, found by user name, and audited one by one', async () => {
    const place = await newPlace()
    const at = await connection(place)
    await world.database.run(sql`
      UPDATE provisioning_connections SET correlation_claim = 'sub', correlation_attribute = 'externalId' WHERE id = ${at.connectionId}`)
    const [linked, refused, other] = [await makeUser(place), await makeUser(place), await makeUser(place)]
    await link(world, { ...at, providerId: await provider(at), accountId: linked })
    await makeUsers(at.projectId, 'acme.example', 250)
    const { email } = await world.ok(owner, 'project_user_get', {
      projectId: at.projectId,
      userId: refused,
    })
    await world.database.transaction((tx) =>
      recordOutcomes(tx, at, [
        {
          ...{ kind: 'user', at: new Date(), method: 'POST', status: 409, targetId: null, attribute: null },
          ...{ names: { userName: email.toUpperCase(), addresses: [] }, problem: 'uniqueness' },
        },
      ]),
    )
    const input = { ...at, linked: true, refused: true, domains: ['ACME.example'] }
    const { expect: counts, consequences } = await preview('provisioning_users_adopt', input)
    expect(counts).toEqual({ users: 252, remaining: 0, groups: 0 })
    expect(consequences.join()).toContain('252 users')
    expect(await account(linked)).toMatchObject({ connection: null })
    expect(await change('provisioning_users_adopt', input)).toEqual({ users: 252, groups: 0, remaining: 0 })
    expect(await account(linked)).toMatchObject({ connection: at.connectionId, externalId: linked })
    expect(await account(refused)).toMatchObject({ connection: at.connectionId, username: email })
    expect(await account(other)).toMatchObject({ connection: null })
    const [row] = await world.database.rows(sql`
      SELECT count(*)::int AS found FROM accounts WHERE connection_id = ${at.connectionId} AND username_key = email_key`)
    expect(row).toEqual({ found: 252 })
    expect(await entries(at.projectId, 'enduser.connection.assign')).toHaveLength(252)
    expect(await entries(at.projectId, 'provisioning.users.adopt')).toEqual([{ targetId: at.connectionId }])
  })

  test('the adoption of a user with an unproven address removes the credentials, because another person may have created the account', async () => {
    const place = await newPlace()
    const at = await connection(place)
    await makeUsers(at.projectId, 'open.example', 1)
    await world.database.run(
      sql`UPDATE accounts SET email_verified = false WHERE project_id = ${at.projectId} AND email LIKE '%open.example'`,
    )
    const input = { ...at, domains: ['open.example'] }
    expect((await preview('provisioning_users_adopt', input)).consequences.join()).toContain(
      'unproven address',
    )
    await change('provisioning_users_adopt', input)
    const rows = await world.database.rows(
      sql`SELECT password_hash AS password FROM accounts WHERE connection_id = ${at.connectionId}`,
    )
    expect(rows).toEqual([{ password: null }])
  })

  test('a confirmation with outdated counts is refused with a fresh preview and changes nothing', async () => {
    const place = await newPlace()
    const at = await connection(place)
    await makeUsers(at.projectId, 'late.example', 2)
    const input = { ...at, domains: ['late.example'] }
    const { expect: counts } = await preview('provisioning_users_adopt', input)
    await makeUsers(at.projectId, 'late.example', 1)
    const stale = await world.refused(owner, 'provisioning_users_adopt', {
      ...input,
      confirm: true,
      expect: counts,
    })
    expect(stale).toMatchObject({ code: 'stale_preview', expect: { users: 3 } })
    expect(await world.ok(owner, 'provisioning_connection_get', at)).toMatchObject({ managedUsers: 0 })
  })
})

describe('hand-over to another connection:', () => {
  test('users and groups keep ids, external ids and members, and a user whose external id is taken stays', async () => {
    const place = await newPlace()
    const at = await managingConnection(place)
    const to = await managingConnection(place)
    const [user] = await world.database.rows<{ id: string }>(
      sql`SELECT id FROM accounts WHERE connection_id = ${at.connectionId}`,
    )
    const input = { ...at, toConnectionId: to.connectionId }
    const taken = { id: unique('usr_'), externalId: unique('ext') }
    await world.database.run(sql`
      INSERT INTO accounts (project_id, id, connection_id, external_id, username, username_key) VALUES
        (${at.projectId}, ${taken.id}, ${at.connectionId}, ${taken.externalId}, ${taken.id}, ${taken.id}),
        (${at.projectId}, ${unique('usr_')}, ${to.connectionId}, ${taken.externalId}, 'holder', 'holder')`)
    const blocked = await preview('provisioning_users_hand_over', input)
    expect(blocked).toMatchObject({ expect: { users: 1, groups: 0 } })
    expect(blocked.consequences.join()).toContain('1 user stay')
    await world.database.run(sql`DELETE FROM accounts WHERE id = ${taken.id}`)
    expect(await change('provisioning_users_hand_over', input)).toEqual({ users: 1, groups: 1, remaining: 0 })
    expect(await account(user?.id ?? '')).toMatchObject({ connection: to.connectionId, externalId: user?.id })
    expect(await world.ok(owner, 'provisioning_connection_get', to)).toMatchObject({
      managedUsers: 3,
      managedGroups: 2,
    })
    await world.ok(owner, 'provisioning_connection_delete', at)
  })
})

describe('end of a directory:', () => {
  test('released users and groups keep their ids, names, links and members, and the connection and its provider can be deleted', async () => {
    const place = await newPlace()
    const at = await managingConnection(place)
    const [user] = await world.database.rows<{ id: string }>(
      sql`SELECT id FROM accounts WHERE connection_id = ${at.connectionId}`,
    )
    const providerId = await provider(at)
    const before = await account(user?.id ?? '')
    expect(await change('provisioning_users_release', at)).toEqual({ users: 1, groups: 1, remaining: 0 })
    expect(await account(user?.id ?? '')).toEqual({ ...before, connection: null, externalId: null })
    const { groups } = await world.ok(owner, 'project_group_list', { projectId: at.projectId })
    expect(groups).toMatchObject([{ members: 1, connection: null }])
    await world.ok(owner, 'provisioning_connection_delete', at)
    await world.ok(owner, 'federation_provider_delete', { projectId: at.projectId, providerId })
    expect(await entries(at.projectId, 'enduser.connection.release')).toHaveLength(1)
  })

  test('a purge deletes the users and groups of the connection and no others, with an entry for each', async () => {
    const place = await newPlace()
    const at = await managingConnection(place)
    const [own, sibling] = [await makeUser(place), await managingConnection(place)]
    expect((await preview('provisioning_users_purge', at)).expect).toEqual({
      users: 1,
      groups: 1,
      remaining: 0,
    })
    expect(await change('provisioning_users_purge', at)).toEqual({ users: 1, groups: 1, remaining: 0 })
    const rows = await world.database.rows<{ id: string }>(
      sql`SELECT connection_id AS id FROM accounts WHERE project_id = ${at.projectId} ORDER BY connection_id NULLS FIRST`,
    )
    expect(rows).toEqual([{ id: null }, { id: sibling.connectionId }])
    expect(await account(own)).toMatchObject({ connection: null })
    expect(await entries(at.projectId, 'enduser.delete')).toHaveLength(1)
    expect(await entries(at.projectId, 'group.delete')).toHaveLength(1)
    await world.ok(owner, 'provisioning_connection_delete', at)
  })
})
