import { type AdminRouter, createClient, type Problem, ProblemError } from '@signet/contracts'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './support/people.ts'
import { application } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let address: string
beforeAll(async () => {
  world = await startWorld()
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world?.close())

const rest = (person: Person) =>
  createClient({ baseUrl: `${address}/admin/api`, headers: { ...person.headers } })
const trpc = (person: Person) =>
  createTRPCClient<AdminRouter>({
    links: [httpLink({ url: `${address}/admin/api/trpc`, headers: { ...person.headers } })],
  })

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    if (error instanceof TRPCClientError) return (error.data as { problem: Problem }).problem
    throw error
  }
  throw new Error('The call was not refused.')
}

describe('transports:', () => {
  test('both transports return the same response for the same call', async () => {
    const { owner } = world.people
    const input = { projectId: world.project }
    expect(await trpc(owner).project_get.query(input)).toEqual(await rest(owner).call('project_get', input))
  })

  test('both transports change through the same pipeline, and each change leaves one entry', async () => {
    const { owner } = world.people
    const input = { projectId: world.project, ...application }
    const first = await rest(owner).call('client_create', input)
    const second = await trpc(owner).client_create.mutate(input)
    const { entries } = await world.ok(owner, 'audit_list', { action: 'client.create' })
    expect(entries.map(({ targetId }) => targetId)).toEqual(
      [second, first].map((answer) => ('clientId' in answer ? answer.clientId : '')),
    )
  })

  test('both transports refuse with the same problem document', async () => {
    const { stranger } = world.people
    const input = { projectId: world.project }
    const refusals = await Promise.all([
      problemOf(rest(stranger).call('project_get', input)),
      problemOf(trpc(stranger).project_get.query(input)),
    ])
    expect(refusals[0]).toMatchObject({ status: 404, code: 'not_found' })
    expect(refusals[1]).toEqual(refusals[0])
  })

  test('both transports refuse a change from another site', async () => {
    const headers = { ...world.people.owner.headers, origin: 'https://evil.example' }
    const elsewhere = { ...world.people.owner, headers }
    const input = { projectId: world.project, name: 'Taken over' }
    expect(await problemOf(rest(elsewhere).call('project_update', input))).toMatchObject({
      code: 'wrong_origin',
    })
    expect(await problemOf(trpc(elsewhere).project_update.mutate(input))).toMatchObject({
      code: 'wrong_origin',
    })
  })
})
