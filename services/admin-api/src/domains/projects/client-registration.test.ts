import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  projectId = world.project
})
afterAll(() => world?.close())

const read = () => world.ok(world.people.owner, 'project_client_registration_get', { projectId })

it('a project follows the instance until it chooses, and an MCP server switches registration on', async () => {
  expect(await read()).toMatchObject({
    registration: null,
    registrationInForce: 'off',
    documentsInForce: 'off',
    registrationEndpoint: expect.stringMatching(/\/reg$/),
  })
  await world.ok(world.people.owner, 'resource_declare', {
    projectId,
    identifier: 'https://mcp.acme.example/mcp',
    name: 'Notes',
    scopes: ['notes:read'],
    mcpServer: true,
  })
  expect(await read()).toMatchObject({ registrationInForce: 'open', documentsInForce: 'on' })
  const choice = { registration: 'off' as const, documents: 'on' as const, documentHosts: ['claude.ai'] }
  await world.ok(world.people.owner, 'project_client_registration_update', { projectId, ...choice })
  expect(await read()).toMatchObject({ ...choice, registrationInForce: 'off', documentsInForce: 'on' })
  await world.ok(world.people.owner, 'project_client_registration_update', { projectId, registration: null })
  expect(await read()).toMatchObject({ registrationInForce: 'open', documentHosts: ['claude.ai'] })
})

it('an initial access token is stored as its digest, expires, and can be revoked', async () => {
  const { token } = await world.ok(world.people.owner, 'project_registration_token_create', {
    projectId,
    days: 7,
  })
  const rows = await world.database.rows<{ id: string; text: string }>(
    sql`SELECT id, t::text AS text FROM oidc_registration_tokens t WHERE project_id = ${projectId}`,
  )
  expect(rows).toMatchObject([{ id: digest(token) }])
  expect(rows[0]?.text).not.toContain(token)
  expect(await read()).toMatchObject({ tokens: 1 })
  expect(
    await world.ok(world.people.owner, 'project_registration_token_revoke', { projectId }),
  ).toMatchObject({ revoked: 1 })
  expect(await read()).toMatchObject({ tokens: 0 })
})

it.each(['https://claude.ai', 'Claude.ai', 'claude.ai/', '*.ai', ''])(
  'the host %j of a metadata document is refused',
  async (host) => {
    const input = { projectId, documentHosts: [host] }
    const reply = await world.call(world.people.owner, 'project_client_registration_update', input)
    expect([reply.status, reply.body]).toMatchObject([400, { errors: [{ path: 'documentHosts.0' }] }])
  },
)
