import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '@signet/db'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

const received: string[] = []
let respond: (response: ServerResponse, login: string) => void
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  received.push(body)
  respond(response, String(decodeJwt(body).login))
})

let world: World
let url: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `http://${pair}/signet`
  world = await startWorld([pair])
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world?.close()
})
beforeEach(() => {
  received.length = 0
  respond = (response) => void response.writeHead(404).end()
})

const address = 'https://old.example.com/signet'
const set = (projectId: string, value: string | null) =>
  world.ok(world.people.owner, 'project_migration_hook_set', { projectId, url: value })
const read = (projectId: string) => world.ok(world.people.owner, 'project_migration_hook_get', { projectId })

const count = (projectId: string) =>
  world.database.run(sql`
    UPDATE migration_hooks SET created = 3, refused = 2, failed = 1, skipped = 4, last_created_at = now(),
      last_failure_at = now(), last_failure = 'The response has the status 500.' WHERE project_id = ${projectId}`)

describe('migration hook:', () => {
  test('a project has no hook until an administrator sets one, and none after its removal', async () => {
    const { projectId } = await ownProject(world)
    const none = { url: null, since: null, created: 0, refused: 0, failed: 0, skipped: 0, lastFailure: null }
    expect(await read(projectId)).toMatchObject({ ...none, issuer: expect.stringContaining('http') })
    expect(await set(projectId, address)).toMatchObject({ ...none, url: address, since: expect.any(String) })
    await set(projectId, null)
    expect(await read(projectId)).toMatchObject(none)
  })

  test('the counts and the last failure are shown, are kept by the same address, and end with another one', async () => {
    const { projectId } = await ownProject(world)
    await set(projectId, address)
    await count(projectId)
    const counted = {
      ...{ created: 3, refused: 2, failed: 1, skipped: 4, lastCreatedAt: expect.any(String) },
      lastFailure: { at: expect.any(String), reason: 'The response has the status 500.' },
    }
    expect(await read(projectId)).toMatchObject(counted)
    expect(await set(projectId, address)).toMatchObject(counted)
    expect(await set(projectId, `${address}/2`)).toMatchObject({ created: 0, failed: 0, lastFailure: null })
  })

  test.each([
    'ftp://old.example.com/',
    'https://ada:secret@old.example.com/',
    'https://old.example.com/#a',
    'old',
  ])('the address %s is refused and changes nothing', async (value) => {
    const { projectId } = await ownProject(world)
    expect(
      await world.refused(world.people.owner, 'project_migration_hook_set', { projectId, url: value }),
    ).toMatchObject({ code: 'invalid_value', errors: [expect.objectContaining({ path: 'url' })] })
    expect((await read(projectId)).url).toBeNull()
  })

  test('an address with plain http is accepted only at a pair of SIGNET_EGRESS_ALLOW on this machine', async () => {
    const { projectId } = await ownProject(world)
    expect(await set(projectId, url)).toMatchObject({ url })
    for (const value of [
      'http://127.0.0.1:1/',
      'http://old.example.com/',
      url.replace('127.0.0.1', 'old.example.com'),
    ])
      expect(
        await world.refused(world.people.owner, 'project_migration_hook_set', { projectId, url: value }),
      ).toMatchObject({ code: 'https_required', errors: [{ path: 'url' }] })
    expect((await read(projectId)).url).toBe(url)
  })

  test('the project of the administrators gets no hook', async () => {
    expect(
      await world.refused(world.people.super, 'project_migration_hook_set', {
        projectId: world.administratorsProject,
        url: address,
      }),
    ).toMatchObject({ code: 'forbidden' })
  })

  test('two concurrent changes leave one address, and each of them has an audit entry', async () => {
    const { projectId } = await ownProject(world)
    await Promise.all([set(projectId, `${address}/1`), set(projectId, `${address}/2`)])
    const rows = await world.database.rows(
      sql`SELECT url FROM migration_hooks WHERE project_id = ${projectId}`,
    )
    expect(rows).toHaveLength(1)
    const { entries } = await world.ok(world.people.owner, 'audit_list', { project: projectId })
    expect(entries.filter(({ action }) => action === 'project.migration_hook.set')).toHaveLength(2)
  })
})

async function hooked() {
  const { projectId } = await ownProject(world)
  await set(projectId, address)
  await world.database.run(sql`UPDATE migration_hooks SET url = ${url} WHERE project_id = ${projectId}`)
  return { projectId }
}

const runTest = async () => world.ok(world.people.owner, 'project_migration_hook_test', await hooked())

describe('test of a migration hook:', () => {
  test('an address that refuses an invented user is ready, and the request is signed for it', async () => {
    expect(await runTest()).toEqual({ outcome: 'ready', reason: null, milliseconds: expect.any(Number) })
    const [body = ''] = received
    expect(decodeProtectedHeader(body)).toMatchObject({
      typ: 'signet-migration+jwt',
      kid: expect.any(String),
    })
    expect(decodeJwt(body)).toMatchObject({
      aud: url,
      event: 'test',
      login: expect.stringMatching(/@signet\.invalid$/),
    })
  })

  test('an address that accepts an invented user is reported, and no account is created', async () => {
    respond = (response, email) => void response.writeHead(200).end(JSON.stringify({ email }))
    const at = await hooked()
    expect(await world.ok(world.people.owner, 'project_migration_hook_test', at)).toMatchObject({
      outcome: 'accepts_anyone',
    })
    expect(await world.database.rows(sql`SELECT 1 FROM accounts WHERE project_id = ${at.projectId}`)).toEqual(
      [],
    )
  })

  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['an error', (response) => void response.writeHead(502).end(), /the status 502/],
    ['a redirect', (response) => void response.writeHead(302, { location: '/' }).end(), /sent a redirect/],
    ['text', (response) => void response.writeHead(200).end('ok'), /not JSON/],
  ])(
    'a response with %s fails with its reason, and the counts of sign-ins do not change',
    async (_what, send, reason) => {
      respond = send
      const at = await hooked()
      expect(await world.ok(world.people.owner, 'project_migration_hook_test', at)).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(reason),
      })
      expect(await read(at.projectId)).toMatchObject({ failed: 0, lastFailure: null })
    },
  )
})
