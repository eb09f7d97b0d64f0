import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

type Answer = (response: ServerResponse) => void

const wellKnown = '/.well-known/oauth-protected-resource'

/** Responses are configurable; every other request gets 404. */
async function startApi() {
  const asked: string[] = []
  const answers = new Map<string, Answer>()
  const server = createServer((request: IncomingMessage, response) => {
    asked.push(request.url ?? '')
    const answer = answers.get(request.url ?? '')
    if (answer) return answer(response)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { pair, origin: `http://${pair}`, asked, answers, close: () => server.close() }
}

let api: Awaited<ReturnType<typeof startApi>>
let unlisted: Awaited<ReturnType<typeof startApi>>
let closed: Awaited<ReturnType<typeof startApi>>
let world: World
let project: { projectId: string }
let issuer: string
beforeAll(async () => {
  api = await startApi()
  unlisted = await startApi()
  closed = await startApi()
  closed.close()
  world = await startWorld([api.pair, closed.pair])
  project = await ownProject(world)
  issuer = (await world.ok(world.people.owner, 'project_get', project)).issuer ?? ''
})
beforeEach(() => {
  api.answers.clear()
  api.asked.length = 0
})
afterAll(async () => {
  await world.close()
  api.close()
  unlisted.close()
})

const document =
  (resource: string, servers: readonly string[]): Answer =>
  (response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ resource, authorization_servers: servers }))

const challenge =
  (address: string): Answer =>
  (response) =>
    response.writeHead(401, { 'www-authenticate': `Bearer realm="x", resource_metadata="${address}"` }).end()

async function check(prepare: (identifier: string, path: string) => void, origin = api.origin) {
  const path = `/${unique('api')}`
  const identifier = `${origin}${path}`
  await world.ok(world.people.owner, 'resource_declare', {
    ...project,
    identifier,
    name: 'An API',
    scopes: ['read'],
  })
  prepare(identifier, path)
  return world.ok(world.people.owner, 'resource_vouching_check', { ...project, resourceId: identifier })
}

test('the address of a 401 challenge is requested first, and no other when it answers', async () => {
  const found = await check((identifier, path) => {
    api.answers.set(path, challenge(`${api.origin}/meta`))
    api.answers.set('/meta', document(identifier, ['https://other.example', issuer]))
    api.answers.set(`${wellKnown}${path}`, document(identifier, []))
  })
  expect(found).toMatchObject({ status: 'vouched', step: 'challenge', expectedIssuer: issuer })
  expect(api.asked).toHaveLength(2)
})

test('the location with the inserted path is used before the root location without a challenge', async () => {
  const found = await check((identifier, path) => {
    api.answers.set(`${wellKnown}${path}`, document(identifier, [issuer]))
    api.answers.set(wellKnown, document(identifier, []))
  })
  expect(found).toMatchObject({ status: 'vouched', step: 'path_well_known' })
})

test('the root location is requested last', async () => {
  const found = await check((identifier) => api.answers.set(wellKnown, document(identifier, [issuer])))
  expect(found).toMatchObject({ status: 'vouched', step: 'root_well_known' })
  expect(api.asked).toHaveLength(3)
})

test('another issuer, another resource and a missing document do not vouch, each with its reason', async () => {
  const other = await check((identifier) =>
    api.answers.set(wellKnown, document(identifier, ['https://other.example'])),
  )
  const foreign = await check(() => api.answers.set(wellKnown, document('https://else.example/', [issuer])))
  api.answers.clear()
  const silent = await check(() => api.answers.set(wellKnown, (response) => response.end('not json')))
  expect([other, foreign, silent].map(({ status, step }) => [status, step])).toEqual([
    ['not_vouched', 'root_well_known'],
    ['not_vouched', 'root_well_known'],
    ['not_vouched', null],
  ])
  expect(new Set([other, foreign, silent].map(({ reason }) => reason)).size).toBe(3)
})

test('an API on this machine that is not allowed is unreachable and gets no connection, also through a challenge', async () => {
  expect(await check(() => undefined, unlisted.origin)).toMatchObject({ status: 'unreachable', step: null })
  await check((_, path) => api.answers.set(path, challenge(`${unlisted.origin}/meta`)))
  expect(unlisted.asked).toEqual([])
})

test('blocked, closed and failing APIs have the same result, at the same step of the clock', async () => {
  const answers = new Set<string>()
  for (const origin of [
    unlisted.origin,
    closed.origin,
    `https://${api.pair}`,
    'https://name.invalid',
    'https://10.0.0.1',
  ]) {
    const begun = performance.now()
    const { expectedIssuer: _ours, ...said } = await check(() => undefined, origin)
    expect(performance.now() - begun, origin).toBeGreaterThan(249)
    answers.add(JSON.stringify(said))
  }
  expect([...answers]).toEqual([
    JSON.stringify({ status: 'unreachable', step: null, reason: 'The API could not be reached.' }),
  ])
})

test('an API whose identifier is not a web address is unreachable, with this reason', async () => {
  const identifier = 'urn:example:api'
  await world.ok(world.people.owner, 'resource_declare', {
    ...project,
    identifier,
    name: 'API',
    scopes: ['read'],
  })
  expect(
    await world.ok(world.people.owner, 'resource_vouching_check', { ...project, resourceId: identifier }),
  ).toMatchObject({ status: 'unreachable', step: null, reason: 'The identifier is no web address.' })
})

test('a declaration sends no request to the API, and a failed check changes and blocks nothing', async () => {
  const { owner } = world.people
  const identifier = `${api.origin}/${unique('api')}`
  await world.ok(owner, 'resource_declare', { ...project, identifier, name: 'API', scopes: ['read'] })
  expect(api.asked).toEqual([])
  const at = { ...project, resourceId: identifier }
  const before = await world.ok(owner, 'resource_get', at)
  expect(await world.ok(owner, 'resource_vouching_check', at)).toMatchObject({ status: 'not_vouched' })
  expect(api.asked).not.toEqual([])
  expect(await world.ok(owner, 'resource_get', at)).toEqual(before)
  expect((await world.call(owner, 'resource_update', { ...at, name: 'Renamed' })).status).toBe(200)
})
