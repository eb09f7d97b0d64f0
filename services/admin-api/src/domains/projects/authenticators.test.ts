import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthenticatorModels } from '@signet/accounts/authenticator-models'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPasskey } from '../../../test/support/passkeys.ts'
import { makeUser, ownProject } from '../../../test/support/things.ts'
import { type Server, startWorld, type World } from '../../../test/support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'passkeys-'))
const file = join(folder, 'metadata.json')

const entry = (description: string, statuses: readonly string[] = [], anchors = ['AAAA']) => ({
  aaguid: randomUUID(),
  metadataStatement: { description, attestationRootCertificates: anchors },
  statusReports: statuses.map((status) => ({ status })),
})
const [first, second, revoked, silent] = [
  entry('B key'),
  entry('A key'),
  entry('C key', ['REVOKED']),
  entry('D key', [], []),
] as const

let world: World
let server: Server
let owner: World['people']['owner']
beforeAll(async () => {
  const entries = [first, second, revoked, silent]
  writeFileSync(file, JSON.stringify({ no: 1, nextUpdate: '2030-01-01', entries }))
  world = await startWorld()
  owner = world.people.owner
  const authenticatorModels = openAuthenticatorModels({ SIGNET_FIDO_METADATA_FILE: file }, world.deps.logger)
  server = await world.startReplica({ authenticatorModels })
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true })
})

async function projectWithPasskeys(aaguids: readonly string[]) {
  const { projectId } = await ownProject(world)
  for (const aaguid of aaguids) {
    const accountId = await makeUser({ world, projectId, teamId: world.team })
    const passkeyId = await addPasskey(world, { projectId, accountId })
    await world.database.run(sql`UPDATE passkeys SET aaguid = ${aaguid} WHERE id = ${passkeyId}`)
  }
  return projectId
}

const update = async (projectId: string, passkeyAuthenticators: readonly string[], more: object = {}) =>
  server.call(owner, 'project_update', { projectId, passkeyAuthenticators, ...more })

const bodyOf = async (reply: ReturnType<typeof update>) => Object((await reply).body)

test('the list has the models that can prove themselves, by name, and the day of the next metadata', async () => {
  const { projectId } = await ownProject(world)
  const { body } = await server.call(owner, 'project_authenticator_list', { projectId })
  expect(body).toEqual({
    metadata: 'ready',
    nextUpdate: '2030-01-01',
    authenticators: [
      { aaguid: second.aaguid, name: 'A key', isCompromised: false },
      { aaguid: first.aaguid, name: 'B key', isCompromised: false },
      { aaguid: revoked.aaguid, name: 'C key', isCompromised: true },
    ],
  })
  expect(await world.ok(owner, 'project_authenticator_list', { projectId })).toEqual({
    metadata: 'absent',
    nextUpdate: null,
    authenticators: [],
  })
})

test('a list is previewed with the passkeys of other authenticators, audited, and stored in one form', async () => {
  const projectId = await projectWithPasskeys([first.aaguid, second.aaguid, randomUUID()])
  const listed = [first.aaguid.toUpperCase(), first.aaguid]
  const preview = await bodyOf(update(projectId, listed))
  expect([preview.expect, preview.consequences]).toEqual([
    { passkeysNotListed: 2 },
    [
      'New passkeys need a listed authenticator that proves its model: 2 passkeys of other authenticators keep working.',
    ],
  ])
  const confirmed = { confirm: true, expect: { passkeysNotListed: 2 } }
  expect(await bodyOf(update(projectId, listed, confirmed))).toMatchObject({
    passkeyAuthenticators: [first.aaguid],
  })
  const { entries } = await world.ok(owner, 'audit_list', { project: projectId, action: 'project.update' })
  expect(entries[0]?.detail).toEqual({ passkeyAuthenticators: { from: [], to: [first.aaguid] } })
})

test('a longer list and the end of a list apply without a confirmation', async () => {
  const projectId = await projectWithPasskeys([])
  await update(projectId, [first.aaguid], { confirm: true, expect: { passkeysNotListed: 0 } })
  const both = [second.aaguid, first.aaguid]
  expect((await bodyOf(update(projectId, both))).passkeyAuthenticators).toEqual(both.toSorted())
  expect((await bodyOf(update(projectId, [second.aaguid]))).expect).toEqual({ passkeysNotListed: 0 })
  expect((await bodyOf(update(projectId, []))).passkeyAuthenticators).toEqual([])
})

test.each([
  ['an unknown model', randomUUID(), 'which the metadata does not list'],
  ['a compromised model', revoked.aaguid, 'C key, which the metadata reports as compromised'],
  ['a model without certificates', silent.aaguid, 'D key, which cannot prove its model'],
])('a list with %s is rejected and changes nothing', async (_name, aaguid, says) => {
  const projectId = await projectWithPasskeys([])
  const reply = await update(projectId, [first.aaguid, aaguid], {
    confirm: true,
    expect: { passkeysNotListed: 0 },
  })
  expect([reply.status, reply.text.includes(says)]).toEqual([422, true])
  expect((await world.ok(owner, 'project_get', { projectId })).passkeyAuthenticators).toEqual([])
})

test('a stored list can lose entries while the service has no metadata', async () => {
  const projectId = await projectWithPasskeys([])
  await update(projectId, [first.aaguid, second.aaguid], { confirm: true, expect: { passkeysNotListed: 0 } })
  const call = { projectId, passkeyAuthenticators: [], confirm: true }
  expect(await world.ok(owner, 'project_update', call)).toMatchObject({ passkeyAuthenticators: [] })
})

test('a project file contains the list and is refused with an unknown model', async () => {
  const projectId = await projectWithPasskeys([])
  await update(projectId, [first.aaguid], { confirm: true, expect: { passkeysNotListed: 0 } })
  const { body } = await server.call(owner, 'project_file_get', { projectId })
  expect(Object(body).file.project.passkeyAuthenticators).toEqual([first.aaguid])
  const file = { version: 1, project: { passkeyAuthenticators: [randomUUID()] } }
  const plan = await server.call(owner, 'project_file_plan', { projectId, file })
  expect([plan.status, plan.text.includes('which the metadata does not list')]).toEqual([409, true])
})
