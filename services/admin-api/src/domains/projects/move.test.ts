import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { Decrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageIdentity, ageRecipient } from '../../../test/support/age.ts'
import { archivePart, movingProject, otherIssuer } from '../../../test/support/moves.ts'
import { importedPasskey } from '../../../test/support/passkeys.ts'
import { signIn } from '../../../test/support/people.ts'
import { application, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { endLapsedMoves } from './move.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const person = () => world.people.super
const moved = () => ({ ...application, clientId: unique('moved-'), secretDigest: digest(unique('secret-')) })
const newUser = () => ({ email: `${unique('user-')}@example.com` })

async function contentOf(projectId: string) {
  const { clients } = await world.ok(person(), 'client_list', { projectId })
  const { users } = await world.ok(person(), 'project_user_list', { projectId })
  return { clients: clients.map(({ clientId }) => clientId), users: users.map(({ email }) => email) }
}

const empty = { clients: [], users: [] }

describe('parts of an archive:', () => {
  test('a part with one changed byte is refused at each position, and changes nothing', async () => {
    const { projectId, recipient } = await movingProject(world)
    const part = Buffer.from(
      await archivePart(recipient, { applications: [moved()], users: [newUser()] }),
      'base64',
    )
    for (let position = 0; position < part.length; position += 29) {
      const changed = Buffer.from(part)
      changed[position] = (changed[position] ?? 0) ^ 1
      const input = { projectId, sealedPart: changed.toString('base64') }
      expect(await world.refused(person(), 'project_move_import', input)).toMatchObject({
        code: 'invalid_value',
        errors: [{ path: 'sealedPart', message: 'was changed, or is not of an archive for this project' }],
      })
    }
    const short = part.subarray(0, -20).toString('base64')
    expect(
      await world.refused(person(), 'project_move_import', { projectId, sealedPart: short }),
    ).toMatchObject({ code: 'invalid_value' })
    expect(await contentOf(projectId)).toEqual(empty)
  })

  test('a part is refused by every other project, and for every other recipient', async () => {
    const [first, second] = [await movingProject(world), await movingProject(world)]
    const part = await archivePart(first.recipient, { users: [newUser()] })
    const replayed = { projectId: second.projectId, sealedPart: part }
    expect(await world.refused(person(), 'project_move_import', replayed)).toMatchObject({
      code: 'invalid_value',
    })
    const foreign = { ...first, sealedPart: await archivePart(ageRecipient, { users: [newUser()] }) }
    expect(
      await world.refused(person(), 'project_move_import', {
        projectId: foreign.projectId,
        sealedPart: foreign.sealedPart,
      }),
    ).toMatchObject({ code: 'invalid_value' })
    expect(await contentOf(first.projectId)).toEqual(empty)
    expect(await contentOf(second.projectId)).toEqual(empty)
  })

  test('a part with a client id of another project of the instance is refused, and creates neither its other applications nor its users', async () => {
    const existing = moved()
    const { projectId: other } = await ownProject(world)
    const { secretDigest: _digest, ...input } = existing
    await world.ok(person(), 'client_import', { projectId: other, ...input })
    const { projectId, recipient } = await movingProject(world)
    const content = { applications: [moved(), existing], users: [newUser()] }
    const sealedPart = await archivePart(recipient, content)
    for (const checkOnly of [true, false])
      expect(
        await world.refused(person(), 'project_move_import', { projectId, sealedPart, checkOnly }),
      ).toMatchObject({ code: 'already_exists' })
    expect(await contentOf(projectId)).toEqual(empty)
    expect(await contentOf(other)).toMatchObject({ clients: [existing.clientId] })
  })

  test('a part with a client id that a user of the project has as its id is refused, and changes nothing', async () => {
    const { projectId, recipient } = await movingProject(world)
    const { id } = await world.ok(person(), 'project_user_create', { projectId, ...newUser() })
    await world.database.run(sql`UPDATE accounts SET id = ${`legacy-${id}`} WHERE id = ${id}`)
    const content = { applications: [{ ...moved(), clientId: `legacy-${id}` }], users: [newUser()] }
    const input = { projectId, sealedPart: await archivePart(recipient, content) }
    expect(await world.refused(person(), 'project_move_import', input)).toMatchObject({
      code: 'already_exists',
    })
    expect(await contentOf(projectId)).toMatchObject({ clients: [], users: [expect.any(String)] })
  })

  test('a checked part writes nothing, and a repeated part changes no existing application and no existing user', async () => {
    const { projectId, recipient } = await movingProject(world)
    const [client, user] = [moved(), newUser()]
    const sealedPart = await archivePart(recipient, { applications: [client], users: [user, { email: '' }] })
    const checked = await world.ok(person(), 'project_move_import', {
      projectId,
      sealedPart,
      checkOnly: true,
    })
    expect(checked).toMatchObject({
      ...{ part: 1, last: true },
      applications: [{ clientId: client.clientId, result: 'created' }],
      users: [
        { email: user.email, result: 'created' },
        { result: 'refused', reason: expect.stringContaining('email') },
      ],
    })
    expect(await contentOf(projectId)).toEqual(empty)
    await world.ok(person(), 'project_move_import', { projectId, sealedPart })
    await world.ok(person(), 'client_update', { projectId, clientId: client.clientId, clientName: 'Changed' })
    const again = await world.ok(person(), 'project_move_import', { projectId, sealedPart })
    expect(again).toMatchObject({ applications: [{ result: 'skipped' }], users: [{ result: 'skipped' }, {}] })
    expect(await contentOf(projectId)).toEqual({ clients: [client.clientId], users: [user.email] })
    const { clientName } = await world.ok(person(), 'client_get', { projectId, clientId: client.clientId })
    expect(clientName).toBe('Changed')
    const [stored] = await world.database.rows<{ digest: string }>(
      sql`SELECT secret_digest AS digest FROM clients WHERE project_id = ${projectId}`,
    )
    expect(stored?.digest).toBe(client.secretDigest)
    const entries = await world.database.rows<{ action: string }>(
      sql`SELECT action FROM audit_entries WHERE project_id = ${projectId} AND action LIKE '%import' ORDER BY action`,
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'client.import',
      'enduser.import',
      'project.move.import',
    ])
  })

  test('passkeys of the host of the project are moved, and those of another host are left out with a remark', async () => {
    const { projectId, recipient } = await movingProject(world)
    const [here, there] = [importedPasskey(), importedPasskey({ rpId: 'old.example.com' })]
    const users = [
      { ...newUser(), passkeys: [here] },
      { ...newUser(), passkeys: [there] },
    ]
    const sealedPart = await archivePart(recipient, { users })
    const moved = await world.ok(person(), 'project_move_import', { projectId, sealedPart })
    expect(moved.users).toMatchObject([
      { result: 'created', reason: null },
      { result: 'created', reason: 'passkeys of another host that are left out: 1' },
    ])
    const stored = await world.database.rows<{ id: string }>(
      sql`SELECT credential_id AS id FROM passkeys WHERE project_id = ${projectId}`,
    )
    expect(stored.map(({ id }) => id)).toEqual([here.credentialId])
  })

  test('no part is opened after the move has ended, or its time is over', async () => {
    const { projectId, recipient } = await movingProject(world)
    const sealedPart = await archivePart(recipient, { users: [newUser()] })
    await world.database.run(
      sql`UPDATE project_moves SET keys_until = now() - interval '1 second' WHERE project_id = ${projectId}`,
    )
    const refusal = { code: 'invalid_value', detail: 'projectId has no move in progress.' }
    expect(await world.refused(person(), 'project_move_import', { projectId, sealedPart })).toMatchObject(
      refusal,
    )
    await world.ok(person(), 'project_move_set', { projectId, issuer: null })
    await world.ok(person(), 'project_move_set', { projectId, ...otherIssuer() })
    expect(await world.refused(person(), 'project_move_import', { projectId, sealedPart })).toMatchObject({
      code: 'invalid_value',
    })
    expect(await contentOf(projectId)).toEqual(empty)
  })
})

describe('callers of a move:', () => {
  test('an administrator of the team neither sets a move nor imports a part nor exports an archive', async () => {
    const { projectId, recipient } = await movingProject(world)
    const owner = await signIn(world, world.people.owner.accountId, { authenticatedAt: new Date() })
    const sealedPart = await archivePart(recipient, { users: [newUser()] })
    for (const [name, input] of [
      ['project_move_set', { projectId, ...otherIssuer() }],
      ['project_move_import', { projectId, sealedPart }],
      ['project_user_export', { projectId, recipient: ageRecipient, applications: true }],
    ] as const)
      expect(await world.refused(owner, name, input)).toMatchObject({ code: 'forbidden' })
    expect(await contentOf(projectId)).toEqual(empty)
  })

  test('an archive needs a recipient and a fresh sign-in, and an agent needs the approval of each call', async () => {
    const { projectId, recipient } = await movingProject(world)
    const archive = { projectId, recipient: ageRecipient, applications: true }
    expect(
      await world.refused(person(), 'project_user_export', { projectId, applications: true }),
    ).toMatchObject({
      errors: [{ path: 'recipient' }],
    })
    expect(await world.refused(person(), 'project_user_export', archive)).toMatchObject({
      code: 'fresh_sign_in_required',
    })
    const agent = await world.agent(world.people.super, ['admin:read', 'admin:write', 'admin:high'])
    expect(await world.refused(agent, 'project_user_export', archive)).toMatchObject({
      code: 'fresh_sign_in_required',
    })
    await world.database.run(sql`UPDATE agent_clients SET approval = 'ask', approval_for = '{lets-in}'`)
    const sealedPart = await archivePart(recipient, { users: [newUser()] })
    for (const [name, input] of [
      ['project_move_set', { projectId, ...otherIssuer() }],
      ['project_move_import', { projectId, sealedPart }],
    ] as const)
      expect(await world.refused(agent, name, input)).toMatchObject({
        code: 'confirmation_required',
        approval: { status: 'pending' },
      })
    await world.database.run(sql`UPDATE agent_clients SET approval = 'self'`)
    expect(await contentOf(projectId)).toEqual(empty)
  })
})

describe('keys of the other issuer:', () => {
  test('a set with a private key, without a key id, or with a date beyond the limit is refused', async () => {
    const { projectId } = await ownProject(world)
    const { issuer, keys } = otherIssuer()
    const [key = {}] = keys.keys
    for (const [change, path] of [
      [{ keys: { keys: [{ ...key, d: 'secret' }] } }, 'keys.keys.0'],
      [{ keys: { keys: [{ ...key, kid: '' }] } }, 'keys.keys.0.kid'],
      [{ keysUntil: new Date(Date.now() + 400 * 86_400_000).toISOString() }, 'keysUntil'],
      [{ keysUntil: new Date(Date.now() - 1_000).toISOString() }, 'keysUntil'],
    ] as const) {
      const input = { projectId, issuer, keys, ...change }
      expect(await world.refused(person(), 'project_move_set', input)).toMatchObject({
        code: 'invalid_value',
        errors: [{ path }],
      })
    }
    expect((await world.ok(person(), 'project_move_get', { projectId })).issuer).toBeNull()
  })

  test('keys are removed at their date, and the key set changes its version', async () => {
    const { projectId } = await movingProject(world)
    const versionOf = async () =>
      (
        await world.database.rows<{ version: number }>(
          sql`SELECT version FROM projects WHERE id = ${projectId}`,
        )
      )[0]?.version ?? 0
    const version = await versionOf()
    await endLapsedMoves(world.database)
    expect(await versionOf()).toBe(version)
    await world.database.run(
      sql`UPDATE project_moves SET keys_until = now() - interval '1 second' WHERE project_id = ${projectId}`,
    )
    await endLapsedMoves(world.database)
    expect(await versionOf()).toBe(version + 1)
    expect((await world.ok(person(), 'project_move_get', { projectId })).kids).toEqual([])
    await endLapsedMoves(world.database)
    expect(await versionOf()).toBe(version + 1)
  })
})

async function exportedParts(projectId: string): Promise<Record<string, unknown>[]> {
  const caller = await signIn(world, person().accountId, { authenticatedAt: new Date() })
  const granted = await world.ok(caller, 'project_user_export', {
    projectId,
    recipient: ageRecipient,
    applications: true,
  })
  const { body } = await world.app.inject({
    method: 'POST',
    url: '/admin/api/user-export',
    headers: caller.headers,
    payload: { export: granted.export },
  })
  const decrypter = new Decrypter()
  decrypter.addIdentity(ageIdentity)
  const open = (line: string) => decrypter.decrypt(Buffer.from(line, 'base64'), 'text')
  return Promise.all(
    body
      .trimEnd()
      .split('\n')
      .map(async (line) => JSON.parse(await open(line))),
  )
}

test('an archive has each application with the digest of its secret, and the secret itself only when it serves as a key', async () => {
  const { projectId } = await ownProject(world)
  const basic = await world.ok(person(), 'client_create', { projectId, ...application, clientName: 'Basic' })
  const hmac = await world.ok(person(), 'client_create', {
    projectId,
    ...application,
    clientName: 'HMAC',
    tokenEndpointAuthMethod: 'client_secret_jwt',
  })
  const parts = await exportedParts(projectId)
  expect(parts).toMatchObject([
    {
      ...{ version: 1, part: 1, last: true, users: [] },
      applications: [
        { clientId: basic.clientId, clientName: 'Basic', secretDigest: digest(basic.clientSecret ?? '') },
        { clientId: hmac.clientId, clientSecret: hmac.clientSecret },
      ],
    },
  ])
  expect(parts).not.toMatchObject([{ applications: [{ clientSecret: expect.anything() }, {}] }])
})

test('an archive has the labels of applications and users, and an import stores them for created objects only', async () => {
  const both = { labels: { environment: 'production' }, managedByTool: 'terraform' }
  const { projectId } = await ownProject(world)
  const { clientId } = await world.ok(person(), 'client_create', { projectId, ...application, ...both })
  const user = await world.ok(person(), 'project_user_create', { projectId, ...newUser(), ...both })
  const parts = await exportedParts(projectId)
  expect(parts.map(({ labels }) => labels)).toEqual([
    [{ kind: 'application', id: clientId, ...both }],
    [{ kind: 'user', id: user.id, ...both }],
  ])
  await world.ok(person(), 'client_delete', { projectId, clientId })
  await world.database.run(sql`DELETE FROM accounts WHERE id = ${user.id}`)

  const moving = await movingProject(world)
  const importAll = async () => {
    for (const part of parts)
      await world.ok(person(), 'project_move_import', {
        projectId: moving.projectId,
        sealedPart: await archivePart(moving.recipient, part),
      })
  }
  await importAll()
  const at = { projectId: moving.projectId }
  expect(await world.ok(person(), 'client_get', { ...at, clientId })).toMatchObject(both)
  expect(await world.ok(person(), 'project_user_get', { ...at, userId: user.id })).toMatchObject(both)

  const changed = { labels: { environment: 'test' } }
  await world.ok(person(), 'client_update', { ...at, clientId, ...changed })
  await importAll()
  expect(await world.ok(person(), 'client_get', { ...at, clientId })).toMatchObject(changed)
})
