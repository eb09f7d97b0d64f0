import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { link } from '../../../test/support/directories.ts'
import { projectWithUsers } from '../../../test/support/sign-in-users.ts'
import { newAdministrator } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const lastProvider = () => projectWithUsers(world, { linked: 1, passwordLogin: false })
const update = (input: { projectId: string; providerId: string } & Record<string, unknown>) =>
  world.ok(world.people.super, 'federation_provider_update', input)

const stored = async (projectId: string, providerId: string) => {
  const [row] = await world.database.rows<{ sealed: string; secret: string | null; clientId: string }>(sql`
    SELECT pending_sealed AS sealed, client_secret_sealed AS secret, client_id AS "clientId"
    FROM identity_providers WHERE project_id = ${projectId} AND id = ${providerId}`)
  if (!row) throw new Error('no provider')
  return row
}

describe('new credentials of the last sign-in method of a project:', () => {
  test('new credentials are stored as a pending change, which a read shows without its values', async () => {
    const at = await lastProvider()
    const answer = await update({ ...at, clientId: 'new-client', clientSecret: 'canary-secret' })
    expect(answer).toMatchObject({
      clientId: 'x',
      clientSecretSet: false,
      pendingChange: { fields: ['clientId', 'clientSecret'], since: expect.any(String) },
    })
    const { sealed, secret, clientId } = await stored(at.projectId, at.providerId)
    expect([secret, clientId]).toEqual([null, 'x'])
    const { entries } = await world.ok(world.people.super, 'audit_list', { project: at.projectId })
    expect(JSON.stringify([answer, sealed, entries])).not.toContain('canary-secret')
    expect(entries[0]).toMatchObject({ detail: { pendingFields: ['clientId', 'clientSecret'] } })
  })

  test('a second change of credentials is added to the pending change, and other fields apply directly', async () => {
    const at = await lastProvider()
    await update({ ...at, clientId: 'new-client' })
    const answer = await update({ ...at, scopes: ['groups'], displayName: 'Renamed' })
    expect(answer).toMatchObject({
      displayName: 'Renamed',
      scopes: [],
      pendingChange: { fields: ['clientId', 'scopes'] },
    })
  })

  test('null discards a pending change', async () => {
    const at = await lastProvider()
    await update({ ...at, clientId: 'new-client' })
    expect(await update({ ...at, pendingChange: null })).toMatchObject({
      clientId: 'x',
      pendingChange: null,
    })
  })

  test('new credentials apply directly while the project has another sign-in method', async () => {
    const at = await projectWithUsers(world, { linked: 1 })
    expect(await update({ ...at, clientId: 'new-client' })).toMatchObject({
      clientId: 'new-client',
      pendingChange: null,
    })
  })

  test('new credentials apply directly while the project has no users', async () => {
    const at = await projectWithUsers(world, { linked: 0, passwordLogin: false })
    expect(await update({ ...at, clientId: 'new-client' })).toMatchObject({ pendingChange: null })
  })

  test('new credentials that apply directly replace the pending change', async () => {
    const at = await lastProvider()
    await update({ ...at, clientId: 'pending-client' })
    await world.database.run(sql`UPDATE projects SET password_login = true WHERE id = ${at.projectId}`)
    expect(await update({ ...at, clientId: 'direct-client' })).toMatchObject({
      clientId: 'direct-client',
      pendingChange: null,
    })
  })
})

test('new credentials of the last sign-in method of the super administrators wait for a trial', async () => {
  const projectId = world.administratorsProject
  const { providerId } = await projectWithUsersOfConsole(projectId)
  const input = { projectId, providerId, clientId: 'new-client' }
  const preview = await world.call(world.people.super, 'federation_provider_update', input)
  expect(preview.body).toMatchObject({
    consequences: [expect.stringContaining('after a successful trial sign-in')],
  })
  expect(await update({ ...input, confirm: true })).toMatchObject({
    pendingChange: { fields: ['clientId'] },
  })
})

/** Creates a provider that is the only sign-in method of a super administrator. */
async function projectWithUsersOfConsole(projectId: string) {
  const holder = await newAdministrator(world)
  await world.ok(world.people.super, 'admin_super_grant', { adminId: holder })
  const { id: providerId } = await world.ok(world.people.super, 'federation_provider_create', {
    projectId,
    displayName: 'Corporate',
    issuer: 'https://corporate.example',
    clientId: 'signet',
    clientSecret: 'secret-of-the-provider',
    confirm: true,
  })
  await link(world, { projectId, providerId, accountId: holder })
  await world.database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
  return { providerId }
}
