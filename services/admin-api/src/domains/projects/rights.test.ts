import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, makeUser, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

async function readdress(person: World['people']['owner'], input: Readonly<Record<string, unknown>>) {
  const preview = await world.call(person, 'project_address_change', input)
  if (preview.status !== 200) return preview
  const { expect: counts } = preview.body as { expect: unknown }
  return world.call(person, 'project_address_change', { ...input, confirm: true, expect: counts })
}

test('a team owner changes path and subdomain while nothing depends on the project, and cannot set a hostname', async () => {
  const { owner, member } = world.people
  await world.ok(world.people.super, 'settings_update', { 'projects.addressForms': 'both' })
  const { projectId } = await ownProject(world)
  for (const addressForm of ['path', 'subdomain'] as const) {
    const slug = unique('n')
    const input = { projectId, slug, addressForm }
    expect((await readdress(member, input)).status).toBe(403)
    expect(await readdress(owner, input)).toMatchObject({ status: 200, body: { slug, addressForm } })
  }
  const host = { projectId, host: `${unique('h')}.example.com` }
  expect(await readdress(owner, host)).toMatchObject({ body: { code: 'address_form_not_allowed' } })
  expect(await readdress(world.people.super, host)).toMatchObject({ status: 200, body: { host: host.host } })
})

test('a super administrator changes an address of each form except the root, also while applications depend on it', async () => {
  const { projectId } = await ownProject(world)
  const { owner, super: admin } = world.people
  await world.ok(admin, 'settings_update', { 'projects.addressForms': 'both' })
  await world.ok(owner, 'client_create', { projectId, ...application })
  const host = { projectId, host: `${unique('h')}.example.com` }
  const slug = (addressForm: 'path' | 'subdomain') => ({ projectId, slug: unique('n'), addressForm })
  for (const input of [slug('subdomain'), slug('path'), host]) {
    const { projectId: _id, ...address } = input
    expect(await readdress(admin, input)).toMatchObject({ status: 200, body: address })
  }
  expect(await readdress(owner, slug('path'))).toMatchObject({ body: { reason: 'can.changeAddress' } })
  expect(await readdress(admin, slug('path'))).toMatchObject({ body: { addressForm: 'path' } })
  await world.database.run(
    sql`UPDATE projects SET address_form = 'unaddressed', slug = NULL WHERE id = ${projectId}`,
  )
  expect(await readdress(admin, slug('path'))).toMatchObject({ body: { addressForm: 'path' } })
})

test('a root project reads that its address cannot change, and the number of its dependents', async () => {
  for (const projectId of [world.defaultProject, world.administratorsProject]) {
    const { addressForm, can, blockers } = await world.ok(world.people.super, 'project_get', { projectId })
    expect({ addressForm, can, blockers }).toMatchObject({
      addressForm: 'root',
      can: { changeAddress: false },
      blockers: { dependents: expect.any(Number) },
    })
  }
})

test('a member restores a scheduled project only while it holds no accounts', async () => {
  const { owner, member } = world.people
  const [empty, full] = [await ownProject(world), await ownProject(world)]
  await makeUser({ world, teamId: world.team, ...full })
  for (const one of [empty, full]) await world.ok(owner, 'project_delete', one)
  expect(await world.refused(member, 'project_restore', full)).toMatchObject({
    code: 'forbidden',
    reason: 'can.delete',
  })
  expect((await world.call(member, 'project_restore', empty)).status).toBe(200)
  expect((await world.call(owner, 'project_restore', full)).status).toBe(200)
})
