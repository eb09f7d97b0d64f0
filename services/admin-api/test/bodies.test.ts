import { operationList, placementOf } from '@signet/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const json = 'application/json'
const send = (path: string, payload: string, headers: Readonly<Record<string, string>>) =>
  world.app.inject({ method: 'POST', url: path, payload, headers: { ...headers, 'content-type': json } })

it('a body with a repeated member name is rejected by every operation that takes a body', async () => {
  const { headers } = world.people.super
  for (const operation of operationList) {
    const { method, path } = placementOf(operation)
    if (method === 'GET') continue
    const url = `/admin/api${path.replace(/:\w+/g, 'x')}`
    const payload = '{"name":"a","name":"b"}'
    const { statusCode, json: read } = await world.app.inject({
      method,
      url,
      payload,
      headers: { ...headers, 'content-type': json },
    })
    expect([operation.tool, statusCode, read().detail]).toEqual([
      operation.tool,
      400,
      'The body names "name" twice in one object.',
    ])
  }
  const doubled = '{"name":"a","name":"b"}'
  const called = await send('/admin/api/trpc/project_create', doubled, headers)
  expect([called.statusCode, called.json().detail]).toEqual([
    400,
    'The body names "name" twice in one object.',
  ])
  const inQuery = `/admin/api/trpc/project_list?input=${encodeURIComponent(doubled)}`
  expect((await world.app.inject({ url: inQuery, headers })).statusCode).toBe(400)
  expect(world.occurrences).toEqual([])
})

it('650 KB of unknown fields are rejected with at most 20 problems', async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 9_000 }, (_, index) => [`${'f'.repeat(60)}${index}`, 1]),
  )
  const begun = process.threadCpuUsage()
  const answer = await send('/admin/api/projects', JSON.stringify(fields), world.people.super.headers)
  const { user, system } = process.threadCpuUsage(begun)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toHaveLength(20)
  expect(answer.body.length).toBeLessThan(16_384)
  expect((user + system) / 1000).toBeLessThan(400)
})

it('a call of the console that is not JSON is rejected before its body is read', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/admin/api/trpc/project_create',
    payload: '--x\r\n',
    headers: { ...world.people.super.headers, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(answer.statusCode).toBe(415)
})

it('a body with more values than the largest input of an operation is rejected', async () => {
  const body = JSON.stringify({ name: Array.from({ length: 20_000 }, () => 'x') })
  const answer = await send('/admin/api/projects', body, world.people.super.headers)
  expect([answer.statusCode, answer.json().detail]).toEqual([400, 'The body has more than 10000 values.'])
})
