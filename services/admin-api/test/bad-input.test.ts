import {
  type Operation,
  type OperationName,
  operations,
  type Problem,
  placementOf,
  refusedWhileScheduled,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { signIn } from './support/people.ts'
import { samples } from './support/samples.ts'
import { application } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'
import { markWrites } from './support/writes.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const place = (projectId = world.project) => ({ world, projectId, teamId: world.team })
const declared = (name: OperationName): Operation => operations[name]
const changes = operationNames.filter((name) => placementOf(declared(name)).method !== 'GET' && samples[name])
const inProject = changes.filter((name) => declared(name).access.to === 'project')

const answered = (reply: { status: number; body: unknown }) => [reply.status, (reply.body as Problem).code]

const newClient = () => ({ projectId: world.project, ...application })

describe('a value with a wrong length:', () => {
  const inBodies = changes.filter((name) => placementOf(declared(name)).fieldsIn === 'body')

  test.each(someOf(inBodies))(
    'the operation %s rejects an object with an invalid length as another type',
    async (name) => {
      const input = await samples[name]?.(place())
      const odd = { length: { toString: 1, valueOf: 1 } }
      for (const field of placementOf(declared(name)).fields) {
        const reply = await world.call(await world.signIn(world.people.super), name, {
          ...input,
          [field]: odd,
        })
        expect(reply.status, `${field} ${reply.text}`).toBeLessThan(500)
      }
    },
  )
})

describe('request body:', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    world.send(world.people.owner, {
      method: 'POST',
      path: `/projects/${world.project}/clients`,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  test.each(['null', '[]', '7', '"text"', 'true'])(
    'the body %s, which is no object, is refused, also when every field is optional',
    async (body) => {
      const since = await markWrites(world.database)
      const reply = await world.send(world.people.super, {
        method: 'POST',
        path: '/jwks/rotate',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(answered(reply)).toEqual([400, 'invalid_request'])
      expect((await since()).tables).toEqual([])
    },
  )

  const padded = (bytes: number) => {
    const { projectId: _path, ...fields } = newClient()
    const start = JSON.stringify(fields)
    return start.padEnd(bytes, ' ')
  }

  test('a body of 1 MiB is accepted, and one with another byte is refused with 413 and changes nothing', async () => {
    expect((await post(padded(1_048_576))).status).toBe(201)
    const since = await markWrites(world.database)
    expect(answered(await post(padded(1_048_577)))).toEqual([413, 'body_too_large'])
    expect((await since()).tables).toEqual([])
  })

  test.each([
    ['is not JSON', '{"grantTypes": [', {}, [400, 'invalid_request']],
    ['is a list', '[]', {}, [400, 'invalid_request']],
    ['is a text', '"text"', {}, [400, 'invalid_request']],
    ['is of another media type', 'a=b', { 'content-type': 'text/plain' }, [415, 'unsupported_media_type']],
    ['has the member __proto__', '{"__proto__": {"x": 1}}', {}, [400, 'invalid_request']],
    ['has U+0000 in a value', '{"clientName": "a\\u0000"}', {}, [400, 'invalid_request']],
    ['has half a surrogate pair', '{"clientName": "a\\ud800"}', {}, [400, 'invalid_request']],
    [
      'is in another encoding',
      '{}',
      { 'content-type': 'application/json; charset=utf-16' },
      [415, 'unsupported_media_type'],
    ],
    ['has a field of the wrong type', '{"grantTypes": "authorization_code"}', {}, [400, 'invalid_request']],
  ] as const)('a body that %s is refused and changes nothing', async (_title, body, headers, expected) => {
    const since = await markWrites(world.database)
    expect(answered(await post(body, headers))).toEqual(expected)
    expect((await since()).tables).toEqual([])
  })

  test('a body with a parameter of the path is refused', async () => {
    const since = await markWrites(world.database)
    const reply = await post(JSON.stringify({ ...newClient(), projectId: world.foreignProject }))
    expect(answered(reply)).toEqual([400, 'invalid_request'])
    expect((await since()).tables).toEqual([])
  })
})

describe('query:', () => {
  test('a query with an unknown or repeated field is refused', async () => {
    const list = (query: string) =>
      world.send(world.people.owner, { method: 'GET', path: `/projects/${world.project}/users?${query}` })
    expect(answered(await list('serach=ada'))).toEqual([400, 'invalid_request'])
    expect(answered(await list('q=ada&q=bob'))).toEqual([400, 'invalid_request'])
    expect(answered(await list('count=201'))).toEqual([400, 'invalid_request'])
    expect(answered(await list('count=ten'))).toEqual([400, 'invalid_request'])
  })
})

describe.each(someOf(changes))('%s:', (name) => {
  test('a change with an expired session is refused with 401, changes nothing and leaves no entry', async () => {
    const input = await samples[name]?.(place())
    const expired = await signIn(world, world.people.super.accountId, { expired: true })
    const since = await markWrites(world.database)
    expect(answered(await world.call(expired, name, { ...input }))).toEqual([401, 'unauthenticated'])
    expect((await since()).tables).toEqual([])
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('a change from %s is refused with 403 and changes nothing', async (_title, headers) => {
    const input = await samples[name]?.(place())
    const since = await markWrites(world.database)
    const person = { ...world.people.super, headers: { ...world.people.super.headers, ...headers } }
    expect(answered(await world.call(person, name, { ...input }))).toEqual([403, 'wrong_origin'])
    expect((await since()).tables).toEqual([])
  })
})

describe.each(someOf(inProject.filter((name) => refusedWhileScheduled(declared(name)))))('%s:', (name) => {
  test('a change of a project scheduled for deletion is refused with 409 and changes nothing', async () => {
    const input = { ...(await samples[name]?.(place())), projectId: world.project }
    await scheduleDeletion(true)
    const since = await markWrites(world.database)
    const reply = await world.call(world.people.super, name, { ...input })
    const { tables } = await since()
    await scheduleDeletion(false)
    expect(answered(reply)).toEqual([409, 'project_scheduled_for_deletion'])
    expect(tables).toEqual([])
  })
})

const scheduleDeletion = (scheduled: boolean) =>
  world.database.run(
    scheduled
      ? sql`UPDATE projects SET deletion_scheduled_at = now(), purge_at = now() + interval '30 days' WHERE id = ${world.project}`
      : sql`UPDATE projects SET deletion_scheduled_at = NULL, purge_at = NULL WHERE id = ${world.project}`,
  )

describe('bearer token:', () => {
  test.each(['x', 'Bearer', 'Basic YTpi', 'Bearer a.b.c'])(
    'the authorization header %s is refused with 401',
    async (authorization) => {
      const reply = await world.call({ accountId: '', headers: { authorization } }, 'whoami', {})
      expect(answered(reply)).toEqual([401, 'unauthenticated'])
    },
  )

  test('a bearer token is refused on the next request after its grant or its permitted client is deleted', async () => {
    const agent = await world.agent(world.people.owner, ['admin:read'])
    expect((await world.call(agent, 'whoami', {})).status).toBe(200)
    await world.database.run(sql`DELETE FROM oidc_grants WHERE account_id = ${world.people.owner.accountId}`)
    expect(answered(await world.call(agent, 'whoami', {}))).toEqual([401, 'unauthenticated'])
  })
})

test('an unknown route returns the not_found document', async () => {
  const reply = await world.send(world.people.super, { method: 'GET', path: '/nothing' })
  expect(answered(reply)).toEqual([404, 'not_found'])
})

test('a member named __proto__ is refused with its path, and too deep nesting with its field', async () => {
  const send = (body: string) =>
    world.send(world.people.owner, {
      method: 'PATCH',
      path: `/projects/${world.project}`,
      body,
      headers: { 'content-type': 'application/json' },
    })
  const errors = async (body: string) => {
    const { status, body: problem } = await send(body)
    return [status, (problem as Problem).errors?.map(({ path }) => path)]
  }
  expect(await errors('{"__proto__":{"a":1}}')).toEqual([400, ['__proto__']])
  expect(await errors('{"name":{"a":[{"__proto__":1}]}}')).toEqual([400, ['name.a.0.__proto__']])
  const deep = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`
  for (const levels of [64, 5_000, 300_000]) expect((await send(deep(levels))).status).toBe(400)
  expect(world.occurrences).toEqual([])
})

test('a claim with a name that every object has is refused', async () => {
  const user = await world.ok(world.people.owner, 'project_user_create', {
    projectId: world.project,
    email: 'claims@example.com',
  })
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    const problem = await world.refused(world.people.owner, 'project_user_update', {
      projectId: world.project,
      userId: user.id,
      claims: { [name]: 'x' },
    })
    expect([problem.code, problem.errors?.[0]?.path]).toEqual(['invalid_value', `claims.${name}`])
  }
})
