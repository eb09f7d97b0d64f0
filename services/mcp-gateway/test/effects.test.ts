import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectedAgent, connectAgent } from './support/agent.ts'
import { type Instance, startInstance } from './support/instance.ts'

let instance: Instance
let agent: ConnectedAgent
let projectId: string
let clientId: string
let otherAdministrator: string
let foreignTeam: string
let administratorsProject: string
beforeAll(async () => {
  instance = await startInstance()
  agent = await connectAgent(instance, 'admin:read admin:write')
  const project = structured(await agent.call('project_create', { name: 'Shop', slug: 'shop' }))
  projectId = String(project.id)
  const application = structured(
    await agent.call('client_create', {
      projectId,
      clientName: 'Shop',
      grantTypes: ['authorization_code'],
      redirectUris: ['https://shop.example/callback'],
      tokenEndpointAuthMethod: 'none',
    }),
  )
  clientId = String(application.clientId)
  const other = structured(
    await agent.call('admin_create', {
      email: 'other@example.com',
      password: 'correct horse battery staple',
    }),
  )
  otherAdministrator = String(other.id)
  const team = structured(await agent.call('team_create', { name: 'Foreign' }))
  foreignTeam = String(team.id)
  const [row] = await instance.query('SELECT administrators_project_id AS id FROM instance')
  administratorsProject = String(row?.id)
  // Restores the policy that every permitted agent starts with.
  await instance.query(`UPDATE agent_clients SET approval = 'ask'`)
})
beforeEach(() => instance.query('DELETE FROM agent_approvals'))
afterAll(() => instance?.close())

type Result = Awaited<ReturnType<ConnectedAgent['call']>>
const structured = (result: Result) => (result.structuredContent ?? {}) as Record<string, unknown>

/** Ordinary writes could make these changes before approvals followed the effect. */
const attempts: readonly [what: string, tool: string, input: () => Record<string, unknown>][] = [
  [
    'an upstream provider with trusted addresses',
    'federation_provider_create',
    () => ({
      projectId,
      id: 'upstream',
      displayName: 'Upstream',
      issuer: 'https://upstream.example',
      clientId: 'signet',
      clientSecret: 'a secret of the provider',
      emailTrusted: true,
    }),
  ],
  [
    'other redirect addresses of an application',
    'client_update',
    () => ({ projectId, clientId, redirectUris: ['https://attacker.example/callback'] }),
  ],
  [
    'an administrator with a password of the agent’s choice',
    'admin_create',
    () => ({ email: 'second@example.com', password: 'correct horse battery staple' }),
  ],
  [
    'ownership of a foreign team',
    'team_member_add',
    () => ({ teamId: foreignTeam, userId: otherAdministrator, role: 'owner' }),
  ],
  [
    'the deactivation of another administrator',
    'project_user_update',
    () => ({ projectId: administratorsProject, userId: otherAdministrator, active: false }),
  ],
  [
    'the sign-out of another administrator',
    'project_user_sign_out',
    () => ({ projectId: administratorsProject, userId: otherAdministrator }),
  ],
]

describe('an agent with its default policy and the scope admin:write:', () => {
  it.each(attempts)('a call for %s waits for a person', async (_what, tool, input) => {
    const asked = await agent.call(tool, input())
    expect(asked.isError).toBeFalsy()
    expect(structured(asked)).toMatchObject({
      confirmation: expect.stringMatching(/^apv_/),
      consequence: expect.any(String),
      approval: { status: 'pending', url: expect.stringMatching(/\/admin\/approvals\/apv_/) },
    })
    const { confirmation } = structured(asked)
    const again = await agent.call(tool, { ...input(), confirmation })
    expect(structured(again)).toMatchObject({ confirmation, approval: { status: 'pending' } })
    const writes = await instance.query(
      `SELECT action FROM audit_entries WHERE surface = 'mcp' AND detail->>'approval' IS NOT NULL`,
    )
    expect(writes).toEqual([])
  })

  it('an approved call makes the change', async () => {
    const input = { projectId, clientId, redirectUris: ['https://shop.example/other'] }
    const { confirmation } = structured(await agent.call('client_update', input))
    await instance.query(`UPDATE agent_approvals SET status = 'approved', decided_at = now() WHERE id = $1`, [
      confirmation,
    ])
    const done = await agent.call('client_update', { ...input, confirmation })
    expect(done.isError).toBeFalsy()
    expect(structured(done)).toMatchObject({ redirectUris: ['https://shop.example/other'] })
  })

  it('a call without an effect makes the change immediately', async () => {
    const renamed = await agent.call('project_update', { projectId, displayName: 'The shop' })
    expect(structured(renamed)).toMatchObject({ displayName: 'The shop' })
  })

  it('a call is refused with retryAfter when five calls wait', async () => {
    const ask = (name: string) =>
      agent.call('client_create', {
        projectId,
        clientName: name,
        grantTypes: ['authorization_code'],
        redirectUris: ['https://shop.example/callback'],
        tokenEndpointAuthMethod: 'none',
      })
    for (const name of ['A', 'B', 'C', 'D', 'E']) expect((await ask(name)).isError).toBeFalsy()
    const refused = await ask('F')
    expect(refused.isError).toBe(true)
    expect(JSON.stringify(refused.content)).toContain('approval_limit')
    expect(JSON.stringify(refused.content)).toContain('retryAfter')
  })
})
