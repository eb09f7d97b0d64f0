import { sql } from '@signet/db'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentOf } from '../../../test/support/people.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let jwks: { keys: Record<string, unknown>[] }
beforeAll(async () => {
  world = await startWorld()
  jwks = { keys: [{ ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), alg: 'ES256' }] }
})
afterAll(() => world?.close())

let made = 0
const machine = (fields: object = {}) => {
  made += 1
  const actsFor = world.people.owner.accountId
  return { clientId: `machine-${made}`, name: 'Machine', actsFor, jwks, ...fields }
}
const permit = (fields: object = {}) =>
  world.ok(world.people.super, 'agent_client_permit', machine(fields)) as Promise<{
    id: string
    clientId: string
    active: boolean
    actsForEmail: string | null
  }>
const list = async (entryId: string) => {
  const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
  return clients.find(({ id }) => id === entryId)
}
const grantsOf = (clientId: string) =>
  world.database.rows<{ id: string; accountId: string }>(
    sql`SELECT id, account_id AS "accountId" FROM oidc_grants WHERE client_id = ${clientId}`,
  )

describe('permitting a machine:', () => {
  it('the permission creates the authorization of the machine, and names its administrator', async () => {
    const entry = await permit()
    expect(entry).toMatchObject({ active: true, actsForEmail: expect.stringContaining('@') })
    expect(await grantsOf(entry.clientId)).toMatchObject([{ accountId: world.people.owner.accountId }])
  })

  it('private keys are stored neither in the entry nor in the audit', async () => {
    const { publicKey } = await generateKeyPair('ES256')
    const key = { ...(await exportJWK(publicKey)), d: 'private' }
    const answer = await world.call(
      world.people.super,
      'agent_client_permit',
      machine({ jwks: { keys: [key] } }),
    )
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_value' }])
  })

  it.each<[string, () => object]>([
    ['no administrator', () => ({ actsFor: null })],
    ['an account that is not an administrator', () => ({ actsFor: 'usr_01k9z8h4e5f6g7h8j9k0m1n2p3' })],
    ['two credentials', () => ({ workload: { issuer: 'https://ci.example', subject: 'a' } })],
    ['the id of a registered client', () => ({ clientId: 'signet-console' })],
    ['the id of the client of the account pages', () => ({ clientId: 'signet-account' })],
    ['an address as its id', () => ({ clientId: 'https://agent.example/client.json' })],
    ['an expiry in the past', () => ({ expiresAt: '2020-01-01T00:00:00.000Z' })],
  ])('the permission of a machine with %s is refused', async (_what, fields) => {
    const answer = await world.call(world.people.super, 'agent_client_permit', machine(fields()))
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_value' }])
  })

  it('a machine may have a workload instead of a key', async () => {
    const workload = { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/infra' }
    expect(await permit({ jwks: null, workload })).toMatchObject({ workload, jwks: null })
  })
})

describe('a permitted machine:', () => {
  it('a machine is inactive after its administrator is signed out everywhere, until the entry names them again', async () => {
    const entry = await permit()
    const { super: boss, owner } = world.people
    await world.ok(boss, 'admin_sign_out', { adminId: owner.accountId })
    expect(await list(entry.id)).toMatchObject({ active: false })
    await world.ok(boss, 'agent_client_update', { entryId: entry.id, actsFor: owner.accountId })
    expect(await list(entry.id)).toMatchObject({ active: true })
    expect(await grantsOf(entry.clientId)).toHaveLength(1)
  })

  it('the authorization of a machine is deleted with its permission', async () => {
    const entry = await permit()
    await world.ok(world.people.super, 'agent_client_withdraw', { entryId: entry.id })
    expect(await grantsOf(entry.clientId)).toEqual([])
  })
})

describe('a narrowed entry:', () => {
  const narrowed = async (change: object) => {
    const { id: entryId, clientId } = await permit()
    const agent = await agentOf(world, world.people.owner.accountId, ['admin:read', 'admin:write'], {
      clientId,
    })
    expect((await world.call(agent, 'whoami', {})).status).toBe(200)
    await world.ok(world.people.super, 'agent_client_update', { entryId, ...change })
    return agent
  }

  it('an agent loses scopes with the next request', async () => {
    const agent = await narrowed({ scopes: ['admin:read'] })
    expect((await world.call(agent, 'whoami', {})).status).toBe(200)
    const refused = await world.call(agent, 'project_create', { name: 'Not to be' })
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'insufficient_scope' }])
  })

  it('an agent is refused after its entry has expired', async () => {
    const agent = await narrowed({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    await world.database.run(sql`UPDATE agent_clients SET expires_at = now() WHERE expires_at IS NOT NULL`)
    expect((await world.call(agent, 'whoami', {})).status).toBe(401)
  })
})

it('mcp.enabled off stops agents of users, and machines keep the API', async () => {
  const { clientId } = await permit()
  const machineAgent = await agentOf(world, world.people.owner.accountId, ['admin:read'], { clientId })
  const agent = await world.agent(world.people.owner, ['admin:read'])
  await world.database.run(sql`UPDATE settings SET value = 'false'::jsonb WHERE key = 'mcp.enabled'`)
  await world.database.run(sql`UPDATE instance SET version = version + 1`)
  expect((await world.call(machineAgent, 'whoami', {})).status).toBe(200)
  expect((await world.call(agent, 'whoami', {})).status).toBe(401)
  const message = await world.app.inject({ method: 'POST', url: '/mcp', headers: machineAgent.headers })
  expect(message.statusCode).toBe(401)
})
