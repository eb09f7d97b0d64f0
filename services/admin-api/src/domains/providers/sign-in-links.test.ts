import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { link, linkedUser } from '../../../test/support/directories.ts'
import { makeUser, newAdministrator, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

const tenant = '9a95fd9e-005d-487a-9a01-d08c1eab2757'
const other = '11111111-2222-3333-4444-555555555555'
const atMicrosoft = (of: string) => `https://login.microsoftonline.com/${of}/v2.0`

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const addProvider = (
  projectId: string,
  columns: { catalogueId?: string; issuer?: string; tenant?: string },
) =>
  world.prisma.identityProvider
    .create({
      data: { projectId, id: unique('idp'), displayName: 'Upstream', clientId: 'x', position: 1, ...columns },
    })
    .then(({ id }) => id)

async function linkedAt(issuer: string, columns: Parameters<typeof addProvider>[1]) {
  const { projectId } = await ownProject(world)
  const accountId = await makeUser({ world, projectId, teamId: world.team })
  const providerId = await addProvider(projectId, columns)
  await link(world, { projectId, providerId, accountId, issuer })
  return { projectId, providerId, userId: accountId }
}

const owner = () => world.people.owner

describe('links as sign-in methods:', () => {
  test.each<[string, Parameters<typeof addProvider>[1]]>([
    ['https://up.example', { issuer: 'https://up.example' }],
    ['https://up.example/', { issuer: 'https://up.example' }],
    ['https://accounts.google.com', { catalogueId: 'google' }],
    [atMicrosoft(tenant), { catalogueId: 'entra', tenant }],
    [atMicrosoft(tenant), { catalogueId: 'entra', tenant: 'corp.example' }],
    [atMicrosoft(tenant), { catalogueId: 'microsoft' }],
  ])('a link counts as a sign-in method at %s of a provider %j', async (issuer, columns) => {
    const { projectId } = await linkedAt(issuer, columns)
    const { providers } = await world.ok(owner(), 'federation_provider_list', { projectId })
    expect(providers).toMatchObject([{ linkedUsers: 1 }])
  })

  test.each<[string, Parameters<typeof addProvider>[1]]>([
    ['https://before.example', { issuer: 'https://up.example' }],
    ['', { issuer: 'https://up.example' }],
    ['https://gitlab.com', { catalogueId: 'gitlab', issuer: 'https://git.example' }],
    [atMicrosoft(other), { catalogueId: 'entra', tenant }],
    ['https://login.microsoftonline.com.evil.example/x/v2.0', { catalogueId: 'microsoft' }],
  ])('a link does not count as a sign-in method at %s of a provider %j', async (issuer, columns) => {
    const { projectId } = await linkedAt(issuer, columns)
    const { providers } = await world.ok(owner(), 'federation_provider_list', { projectId })
    expect(providers).toMatchObject([{ linkedUsers: 0 }])
  })
})

test('links are not counted after a provider gets another issuer, because they cannot be used to sign in', async () => {
  const { projectId, providerId, userId } = await linkedAt('https://up.example', {
    issuer: 'https://up.example',
  })
  const seen = async () => {
    const summary = await world.ok(owner(), 'project_summary_get', { projectId })
    const user = await world.ok(owner(), 'project_user_get', { projectId, userId })
    const preview = await world.call(owner(), 'project_update', { projectId, passwordLogin: false })
    return [
      summary.withoutEnabledLink,
      user.signIn.linkedProviders,
      Object(preview.body).expect?.withoutEnabledLink,
    ]
  }
  expect(await seen()).toEqual([0, ['Upstream'], 0])
  await world.ok(owner(), 'federation_provider_update', {
    projectId,
    providerId,
    issuer: 'https://new.example',
    confirm: true,
    expect: { withoutSignIn: 1 },
  })
  expect(await seen()).toEqual([1, [], 1])
})

test('the last sign-in method of the administrators cannot be moved to an issuer without links', async () => {
  const { administratorsProject: projectId, database } = world
  const providerId = await addProvider(projectId, { issuer: 'https://up.example' })
  const accountId = await newAdministrator(world)
  await world.ok(world.people.super, 'admin_super_grant', { adminId: accountId })
  await link(world, { projectId, providerId, accountId })
  const move = (issuer: string) =>
    world.call(world.people.super, 'federation_provider_update', {
      projectId,
      providerId,
      issuer,
      confirm: true,
      expect: { withoutSignIn: 1 },
    })
  await database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
  expect(await move('https://new.example')).toMatchObject({ body: { code: 'administrators_locked_out' } })
  await database.run(sql`UPDATE projects SET password_login = true WHERE id = ${projectId}`)
  expect((await move('https://new.example')).status).toBe(200)
})

test('an identity is listed with its provider, and is unlinked once', async () => {
  const { projectId } = await ownProject(world)
  const { userId, providerId } = await linkedUser({ world, projectId })
  const at = { projectId, userId }
  expect(await world.ok(owner(), 'federation_identity_list', at)).toMatchObject({
    identities: [{ providerId, lastSignInAt: null, email: null }],
  })
  expect(await world.ok(owner(), 'federation_provider_get', { projectId, providerId })).toMatchObject({
    linkedUsers: 1,
  })
  const other = await addProvider(projectId, { issuer: 'https://up.example' })
  await link(world, { projectId, providerId: other, accountId: userId })
  await world.ok(owner(), 'federation_identity_delete', { ...at, providerId })
  expect((await world.ok(owner(), 'federation_identity_list', at)).identities).toMatchObject([
    { providerId: other },
  ])
  expect((await world.call(owner(), 'federation_identity_delete', { ...at, providerId })).status).toBe(404)
})
