import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitingAgent } from '../../../test/support/approvals.ts'
import { agentOf } from '../../../test/support/people.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const requests = async () => (await world.ok(world.people.super, 'agent_request_list', {})).requests

const permitted = async (clientId: string) =>
  (await world.ok(world.people.super, 'agent_client_list', { q: clientId })).clients

const shareWith = (clientId: string) =>
  world.database.run(
    sql`INSERT INTO agent_clients (id, client_id, name, shared) VALUES (${`agc_${clientId}`}, ${clientId}, 'Shared', true)`,
  )

describe('requests of agents:', () => {
  it('a permission ends the request of the agent', async () => {
    const requestId = await waitingAgent(world)
    const request = (await requests()).find(({ id }) => id === requestId)
    expect(request).toMatchObject({ status: 'waiting' })
    const { clientId = '' } = request ?? {}
    await world.ok(world.people.super, 'agent_client_permit', { clientId, name: 'Agent' })
    expect((await requests()).map(({ id }) => id)).not.toContain(requestId)
    expect(await permitted(clientId)).toMatchObject([{ shared: false }])
  })

  it('a declined request stays listed, and a permission lifts it', async () => {
    const requestId = await waitingAgent(world)
    const declined = await world.ok(world.people.super, 'agent_request_decline', { requestId })
    expect(declined).toMatchObject({ status: 'declined' })
    await world.ok(world.people.super, 'agent_client_permit', { clientId: declined.clientId, name: 'Agent' })
    expect((await requests()).map(({ id }) => id)).not.toContain(requestId)
  })

  it('a withdrawn agent is declined', async () => {
    const clientId = 'https://agent.example/withdrawn'
    const entry = await world.ok(world.people.super, 'agent_client_permit', { clientId, name: 'Agent' })
    await world.ok(world.people.super, 'agent_client_withdraw', { entryId: entry.id })
    expect((await requests()).filter((request) => request.clientId === clientId)).toMatchObject([
      { status: 'declined', name: 'Agent' },
    ])
  })

  it('an expired request is not listed and cannot be declined', async () => {
    const requestId = await waitingAgent(world)
    await world.database.run(sql`UPDATE agent_requests SET expires_at = now() WHERE id = ${requestId}`)
    expect((await requests()).map(({ id }) => id)).not.toContain(requestId)
    expect((await world.call(world.people.super, 'agent_request_decline', { requestId })).status).toBe(404)
  })
})

describe('entries that consents created:', () => {
  it('the entries follow the limits of the built-in agent until they are changed themselves', async () => {
    await shareWith('follows')
    await shareWith('changed')
    const entryId = 'agc_changed'
    expect(
      await world.ok(world.people.super, 'agent_client_update', { entryId, callsPerMinute: 7 }),
    ).toMatchObject({ shared: false })
    const [builtIn] = (await world.ok(world.people.super, 'agent_client_list', {})).clients.filter(
      ({ reserved }) => reserved,
    )
    const limits = { scopes: ['admin:read' as const], callsPerMinute: 3 }
    await world.ok(world.people.super, 'agent_client_update', { entryId: builtIn?.id ?? '', ...limits })
    expect(await permitted('follows')).toMatchObject([{ shared: true, ...limits }])
    expect(await permitted('changed')).toMatchObject([{ callsPerMinute: 7 }])
  })

  it('a permission by a super administrator replaces the entry of a consent', async () => {
    const clientId = 'https://agent.example/shared'
    await shareWith(clientId)
    await world.ok(world.people.super, 'agent_client_permit', { clientId, name: 'Own' })
    expect(await permitted(clientId)).toMatchObject([{ name: 'Own', shared: false }])
  })
})

it('no agent permits, declines or changes an agent with any scope', async () => {
  const agent = await agentOf(world, world.people.super.accountId, [
    'admin:read',
    'admin:write',
    'admin:high',
  ])
  const requestId = await waitingAgent(world)
  const calls = [
    ['agent_request_list', {}],
    ['agent_request_decline', { requestId }],
    ['agent_client_permit', { clientId: 'https://agent.example/other', name: 'Other' }],
  ] as const
  for (const [operation, input] of calls)
    expect([operation, (await world.call(agent, operation, input)).status]).toEqual([
      operation,
      expect.toSatisfy((status: number) => status === 401 || status === 403),
    ])
  expect((await requests()).find(({ id }) => id === requestId)).toMatchObject({ status: 'waiting' })
})
