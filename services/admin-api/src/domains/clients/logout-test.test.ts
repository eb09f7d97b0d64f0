import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '@signet/db'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { application } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

const received: { readonly body: string; readonly type: string | undefined }[] = []
let answer = { status: 200, body: '' }
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received.push({ body: Buffer.concat(chunks).toString(), type: request.headers['content-type'] })
  response.writeHead(answer.status).end(answer.body)
})

let world: World
let uri: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  uri = `http://${pair}/logout`
  world = await startWorld([pair])
})
afterAll(async () => {
  server.close()
  await world?.close()
})
beforeEach(() => {
  received.length = 0
  answer = { status: 200, body: '' }
})

async function clientAt(address = uri, more: object = {}) {
  const { clientId } = await world.ok(world.people.owner, 'client_create', {
    projectId: world.project,
    ...application,
    ...more,
  })
  await world.database.run(sql`UPDATE clients SET backchannel_logout_uri = ${address} WHERE id = ${clientId}`)
  return { projectId: world.project, clientId }
}

const run = async (address?: string) =>
  world.ok(world.people.owner, 'client_logout_test', await clientAt(address))

describe('test of back-channel logout:', () => {
  test('the application receives a valid logout token for a user and a session that do not exist', async () => {
    const at = await clientAt()
    const result = await world.ok(world.people.owner, 'client_logout_test', at)
    expect(result).toEqual({
      outcome: 'accepted',
      status: 200,
      milliseconds: expect.any(Number),
      answer: '',
    })
    const [{ body, type } = { body: '', type: '' }] = received
    expect(type).toBe('application/x-www-form-urlencoded')
    const token = new URLSearchParams(body).get('logout_token') ?? ''
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'logout+jwt', kid: expect.any(String) })
    const { sub, sid, ...claims } = decodeJwt(token)
    expect(claims).toMatchObject({
      aud: at.clientId,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(claims).not.toHaveProperty('nonce')
    const accounts = await world.database.rows(sql`SELECT 1 FROM accounts WHERE id = ${String(sub)}`)
    expect([accounts.length, typeof sid]).toEqual([0, 'string'])
  })

  test('the token has the signature algorithm that the application registered', async () => {
    const at = await clientAt(uri, { idTokenSignedResponseAlg: undefined })
    await world.database.run(
      sql`UPDATE clients SET id_token_signed_response_alg = 'ES256' WHERE id = ${at.clientId}`,
    )
    await world.ok(world.people.owner, 'client_logout_test', at)
    const token = new URLSearchParams(received[0]?.body).get('logout_token') ?? ''
    expect(decodeProtectedHeader(token).alg).toBe('ES256')
  })

  test.each([
    [204, 'accepted'],
    [400, 'rejected'],
    [500, 'rejected'],
  ])('an answer with the status %i is %s', async (status, outcome) => {
    answer = { status, body: '' }
    expect(await run()).toMatchObject({ outcome, status })
  })

  test('a redirect is not followed', async () => {
    answer = { status: 302, body: '' }
    expect(await run()).toMatchObject({ outcome: 'undelivered', status: null })
    expect(received).toHaveLength(1)
  })

  test('the first 200 characters of the answer are shown, without control characters', async () => {
    answer = { status: 400, body: `{"error":\u0000"${'x'.repeat(300)}` }
    const { answer: shown } = await run()
    expect([shown.length, shown.startsWith('{"error": "x')]).toEqual([200, true])
  })

  test.each([
    'https://127.0.0.1/logout',
    'http://169.254.169.254/latest',
    'https://localhost/',
    'http://127.0.0.1:9/',
  ])('a notice to %s is not delivered', async (address) => {
    expect(await run(address)).toMatchObject({ outcome: 'undelivered', status: null, answer: '' })
    expect(received).toEqual([])
  })

  test('the test ends no session and records no failure, and has an audit entry', async () => {
    answer = { status: 500, body: '' }
    const at = await clientAt()
    const count = async () => world.database.rows(sql`SELECT count(*) FROM oidc_sessions`)
    const before = await count()
    await world.ok(world.people.owner, 'client_logout_test', at)
    expect(await count()).toEqual(before)
    expect((await world.ok(world.people.owner, 'client_get', at)).backchannelLogoutFailure).toBeNull()
    const { entries } = await world.ok(world.people.owner, 'audit_list', { project: world.project })
    expect(entries[0]).toMatchObject({ action: 'client.logout.test', detail: { uri } })
  })

  test('an application is tested at most five times a minute', async () => {
    const at = await clientAt()
    for (let sent = 0; sent < 5; sent += 1) await world.ok(world.people.owner, 'client_logout_test', at)
    expect(await world.refused(world.people.owner, 'client_logout_test', at)).toMatchObject({
      code: 'sent_recently',
      retryAfter: expect.any(Number),
    })
    expect(received).toHaveLength(5)
  })

  test('an administrator who may only read cannot send a test', async () => {
    const at = await clientAt()
    expect(await world.refused(world.people.stranger, 'client_logout_test', at)).toMatchObject({
      status: 404,
    })
    expect(received).toEqual([])
  })
})
