import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { link, provider, upstream } from '../../../test/support/directories.ts'
import { makeUser, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
beforeEach(async () => {
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

const add = (fields: object = {}) =>
  world.ok(owner, 'federation_provider_create', { projectId, ...upstream(), ...fields })
const addOf = (catalogueId: string, fields: object = {}) => add({ catalogueId, issuer: undefined, ...fields })
const list = async () => (await world.ok(owner, 'federation_provider_list', { projectId })).providers

test('the catalogue entry and the id of a provider are given at its creation only', async () => {
  const { id, recognised } = await addOf('google', { id: 'chosen' })
  expect({ id, recognised }).toMatchObject({ id: 'chosen', recognised: { catalogueId: 'google' } })
  for (const field of [{ catalogueId: 'microsoft' }, { id: 'another' }]) {
    const change = { projectId, providerId: id, ...field }
    const refused = await world.call(owner, 'federation_provider_update', change)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  }
  expect(await list()).toMatchObject([{ id: 'chosen', catalogueId: 'google' }])
})

test('no read of a provider returns its client secret', async () => {
  const clientSecret = 'canary-of-the-provider'
  const { id: providerId } = await add({ clientSecret })
  const replies = [
    await world.call(owner, 'federation_provider_get', { projectId, providerId }),
    await world.call(owner, 'federation_provider_list', { projectId }),
    await world.call(owner, 'federation_provider_update', { projectId, providerId, displayName: 'Renamed' }),
  ]
  for (const { status, text } of replies) {
    expect(status).toBe(200)
    expect(text).not.toContain(clientSecret)
  }
})

test('a provider of no catalogue entry is returned as not recognised, with its users and its connection', async () => {
  const { providerId } = await provider({ world, projectId })
  const read = () => world.ok(owner, 'federation_provider_get', { projectId, providerId })
  expect(await read()).toMatchObject({
    recognised: null,
    boundConnection: null,
    linkedUsers: 0,
    recommendedCorrelation: { claim: 'sub', attribute: 'externalId' },
    capabilities: { pkce: null, emailVerified: null, endSession: null, groups: null },
  })
  const accountId = await makeUser({ world, projectId, teamId: world.team })
  await link(world, { projectId, providerId, accountId })
  const bound = { projectId, providerId, displayName: 'Directory' }
  const { id } = await world.ok(owner, 'provisioning_connection_create', bound)
  expect(await read()).toMatchObject({ boundConnection: { id, displayName: 'Directory' }, linkedUsers: 1 })
})

test('a brand sends no logout signal, and a plain provider can send both', async () => {
  const none = { globalTokenRevocation: false, backChannelLogout: false, frontChannelLogout: false }
  expect((await addOf('google')).logoutSignals).toEqual(none)
  expect((await add()).logoutSignals).toEqual({
    globalTokenRevocation: true,
    backChannelLogout: true,
    frontChannelLogout: true,
  })
})

test('a second enabled provider of one brand warns of a duplicate, in the list and for the sign-in page', async () => {
  await addOf('google')
  const { id: providerId } = await addOf('google')
  const warnings = async () => (await list()).map((one) => [one.warnings, one.signInWarnings])
  const none = [[], []]
  expect(await warnings()).toEqual([none, [['duplicate_brand'], ['duplicate_brand']]])
  await world.ok(owner, 'federation_provider_update', { projectId, providerId, enabled: false })
  expect(await warnings()).toEqual([none, none])
})

test('two providers of one organisation kind have no warning', async () => {
  for (const tenant of ['acme.com', 'acme.org']) await addOf('entra', { tenant })
  expect((await list()).map(({ warnings }) => warnings)).toEqual([[], []])
})

test('a project whose address changed gives its providers another callback address', async () => {
  const { id: providerId, callbackUri } = await add()
  await world.database.run(sql`UPDATE projects SET slug = slug || '-moved' WHERE id = ${projectId}`)
  const moved = await world.ok(owner, 'federation_provider_get', { projectId, providerId })
  expect(moved.callbackUri).not.toBe(callbackUri)
  expect(moved.callbackUri).toContain('-moved/')
})
