import type { OperationName } from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, application } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
const identifier = 'https://orders.exact.example/'
beforeAll(async () => {
  world = await startWorld()
  const { owner } = world.people
  const projectId = world.project
  for (const slug of ['exact', 'exact-two']) await world.ok(owner, 'project_create', { name: slug, slug })
  for (const one of [identifier, `${identifier}two`])
    await world.ok(owner, 'resource_declare', { projectId, ...api(), identifier: one })
  for (const clientName of ['Exact shop', 'Exact shop two'])
    await world.ok(owner, 'client_create', { projectId, ...application, clientName })
  for (const email of ['ada@exact.example', 'ada@exact.example.org'])
    await world.ok(owner, 'project_user_create', { projectId, email })
})
afterAll(() => world?.close())

/** Operation, rows of its answer, filter, member of a row, exact value, another text. */
const filters: readonly (readonly [OperationName, string, string, string, string, string])[] = [
  ['project_list', 'projects', 'slug', 'slug', 'exact', 'exac'],
  ['resource_list', 'resources', 'identifier', 'identifier', identifier, 'https://orders.exact.example/t'],
  ['client_list', 'clients', 'name', 'clientName', 'Exact shop', 'exact shop'],
  ['project_user_list', 'users', 'email', 'email', 'ada@exact.example', 'ada@exact.exampl'],
]

const list = async (
  name: OperationName,
  filter: Readonly<Record<string, string>>,
  person = world.people.owner,
) => {
  const input = name === 'project_list' ? filter : { projectId: world.project, ...filter }
  const { status, body, text } = await world.call(person, name, input)
  expect(status, text).toBe(200)
  return body as Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

describe('exact filters:', () => {
  test.each(filters)(
    'the filter of %s returns the row of %s whose %s is exact, and none for another text',
    async (name, rows, filter, member, value, other) => {
      const found = await list(name, { [filter]: value })
      expect(found[rows]?.map((row) => row[member])).toEqual([value])
      expect((await list(name, { [filter]: other }))[rows]).toEqual([])
      expect((await list(name, { [filter]: value, q: 'nothing-like-this' }))[rows]).toEqual([])
    },
  )

  test('an exact address is found in another letter case, and an exact slug of another team is not found', async () => {
    const { users } = await list('project_user_list', { email: 'ADA@Exact.Example' })
    expect(users).toMatchObject([{ email: 'ada@exact.example' }])
    expect((await list('project_list', { slug: 'exact' }, world.people.stranger)).projects).toEqual([])
  })
})
