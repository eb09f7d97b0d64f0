import type { Operations, PreviewOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { addPasskey } from '../../../test/support/passkeys.ts'
import { api, application, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

type AddressPreview = PreviewOf<Operations['project_address_change']>

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('the preview of an address change names applications, connections, providers with new callbacks, APIs and both issuers', async () => {
  const { super: root } = world.people
  const { projectId } = await ownProject(world)
  const { issuer } = await world.ok(root, 'project_get', { projectId })
  const { clientId } = await world.ok(root, 'client_create', { projectId, ...application })
  const { connectionId } = await connection({ world, projectId })
  const { providerId } = await world.ok(root, 'provisioning_connection_get', { projectId, connectionId })
  const { identifier } = await world.ok(root, 'resource_declare', { projectId, ...api() })
  const slug = unique('n')
  const { status, body } = await world.call(root, 'project_address_change', { projectId, slug })
  const to = String(issuer).replace(/[^/]+$/, slug)
  expect([status, body]).toMatchObject([
    200,
    {
      applications: [{ clientId }],
      connections: [{ id: connectionId }],
      providers: [{ id: providerId, newCallback: `${to}/federation/${providerId}/callback` }],
      resources: [{ identifier }],
      issuers: { from: issuer, to },
      expect: { applications: 1, connections: 1, providers: 1, resources: 1 },
    },
  ])
  expect(await world.ok(root, 'project_get', { projectId })).toMatchObject({ issuer })
})

test('an address change takes exactly one of slug and host', async () => {
  const { projectId } = await ownProject(world)
  for (const fields of [{}, { slug: unique('n'), host: `${unique('h')}.example.com` }])
    expect(
      await world.refused(world.people.super, 'project_address_change', { projectId, ...fields }),
    ).toMatchObject({ code: 'address_ambiguous' })
})

describe('passkeys in the preview of an address change:', () => {
  const { format } = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' })
  const host = () => `${unique('h')}.example.com`
  const nextYear = () => format(Date.now() + 365 * 86_400_000)

  async function change(projectId: string, address: { readonly host: string } | { readonly slug: string }) {
    const { super: root } = world.people
    const { body } = await world.call(root, 'project_address_change', { projectId, ...address })
    const { expect: counts, consequences } = body as AddressPreview
    const confirmed = { projectId, ...address, confirm: true, expect: counts }
    await world.ok(root, 'project_address_change', confirmed)
    return { passkeys: counts.passkeys, consequence: consequences.find((one) => one.startsWith('Passkeys')) }
  }

  async function userWithPasskey(projectId: string, name?: string) {
    const { id: userId } = await addUser(projectId)
    const passkeyId = await addPasskey(world, { projectId, accountId: userId }, name)
    return { userId, passkeyId }
  }

  const addUser = (projectId: string) =>
    world.ok(world.people.owner, 'project_user_create', { projectId, email: `${unique('u')}@example.com` })

  const until = async (name: string) => {
    const [row] = await world.database.rows<{ until: Date | null }>(
      sql`SELECT passkeys_until AS until FROM address_tombstones WHERE key = ${name}`,
    )
    return row?.until && format(row.until)
  }

  test('passkeys of an own host continue to work for a year at another own host', async () => {
    const { projectId } = await ownProject(world)
    const [first, second] = [host(), host()]
    await change(projectId, { host: first })
    const { userId } = await userWithPasskey(projectId, first)
    const { passkeys, consequence } = await change(projectId, { host: second })
    expect([passkeys, consequence]).toEqual([
      1,
      expect.stringContaining(`continue to work until ${nextYear()}`),
    ])
    expect([await until(first), await until(second)]).toEqual([nextYear(), null])
    const listed = await world.ok(world.people.owner, 'project_user_passkey_list', { projectId, userId })
    expect(listed.passkeys).toMatchObject([
      { worksHere: false, worksUntil: expect.stringContaining(nextYear()) },
    ])
  })

  test('passkeys of the shared host stop working at an own host', async () => {
    const { projectId } = await ownProject(world)
    const { userId } = await userWithPasskey(projectId)
    const { passkeys, consequence } = await change(projectId, { host: host() })
    expect([passkeys, consequence]).toEqual([1, expect.stringContaining('stop working')])
    const [row] = await world.database.rows<{ kept: boolean }>(sql`
      SELECT count(*) > 0 AS kept FROM address_tombstones
      WHERE project_id = ${projectId} AND passkeys_until IS NOT NULL`)
    expect(row?.kept).toBe(false)
    const listed = await world.ok(world.people.owner, 'project_user_passkey_list', { projectId, userId })
    expect(listed.passkeys[0]).not.toHaveProperty('worksUntil')
  })

  test('passkeys of the present and of a former host stop working at the shared host', async () => {
    const { projectId } = await ownProject(world)
    const [first, second] = [host(), host()]
    await change(projectId, { host: first })
    await userWithPasskey(projectId, first)
    await change(projectId, { host: second })
    await userWithPasskey(projectId, second)
    const { passkeys, consequence } = await change(projectId, { slug: unique('n') })
    expect([passkeys, consequence]).toEqual([2, expect.stringContaining('stop working')])
  })
})
