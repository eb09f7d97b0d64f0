import { agentScopes, operations, type Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentOf, type Person, signIn } from './support/people.ts'
import { application, makeClient, makeUser, newAdministrator, unique } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'
import { markWrites } from './support/writes.ts'

let world: World
let agent: Person
let machine: Person
beforeAll(async () => {
  world = await startWorld()
  const { super: boss } = world.people
  const entry = await world.ok(boss, 'agent_client_permit', {
    clientId: 'nightly-job',
    name: 'Nightly job',
    actsFor: boss.accountId,
    workload: { issuer: 'https://ci.example', subject: 'repo:acme/infra' },
  })
  expect(entry).toMatchObject({
    approval: 'ask',
    approvalFor: ['destroys', 'locks-out', 'lets-in', 'raises', 'exposes'],
  })
  await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
  agent = await world.agent(boss, ['admin:read', 'admin:write'])
  machine = await agentOf(world, boss.accountId, ['admin:read', 'admin:write'], { clientId: 'nightly-job' })
})
beforeEach(() => world.database.run(sql`DELETE FROM agent_approvals`))
afterAll(() => world?.close())

const home = () => ({ world, projectId: world.project, teamId: world.team })
const ofAdministrators = () => ({ ...home(), projectId: world.administratorsProject })
const upstream = () => ({
  id: unique('idp'),
  displayName: 'Upstream',
  issuer: 'https://upstream.example',
  clientId: 'signet',
  clientSecret: 'a secret of the provider',
  emailTrusted: true,
})

type Name = keyof typeof operations
type Attempt = readonly [what: string, name: Name, input: () => Promise<Record<string, unknown>>]

/** A token with the scope admin:write could make these changes before approvals followed the effect. */
const attempts: readonly Attempt[] = [
  [
    'adds an upstream provider whose addresses are trusted',
    'federation_provider_create',
    async () => ({ projectId: world.project, ...upstream() }),
  ],
  [
    'adds such a provider to the administrators’ project',
    'federation_provider_create',
    async () => ({ projectId: world.administratorsProject, ...upstream(), confirm: true }),
  ],
  [
    'changes the redirect addresses of an application',
    'client_update',
    async () => ({
      projectId: world.project,
      clientId: await makeClient(home()),
      redirectUris: ['https://attacker.example/callback'],
    }),
  ],
  [
    'replaces the keys of an application',
    'client_update',
    async () => ({
      projectId: world.administratorsProject,
      clientId: await makeClient(ofAdministrators()),
      jwksUri: 'https://attacker.example/jwks',
    }),
  ],
  ['creates an application', 'client_create', async () => ({ projectId: world.project, ...application })],
  [
    'creates an administrator with a password of its choice',
    'admin_create',
    async () => ({ email: `${unique('a')}@example.com`, password: 'correct horse battery staple' }),
  ],
  [
    'creates an administrator as a user of the administrators’ project',
    'project_user_create',
    async () => ({
      projectId: world.administratorsProject,
      email: `${unique('a')}@example.com`,
      password: 'correct horse battery staple',
    }),
  ],
  [
    'makes an administrator owner of a foreign team',
    'team_member_add',
    async () => ({ teamId: world.strangersTeam, userId: await newAdministrator(world), role: 'owner' }),
  ],
  [
    'deactivates an administrator as a user',
    'project_user_update',
    async () => ({
      projectId: world.administratorsProject,
      userId: await newAdministrator(world),
      active: false,
    }),
  ],
  [
    'signs an administrator out as a user',
    'project_user_sign_out',
    async () => ({ projectId: world.administratorsProject, userId: await newAdministrator(world) }),
  ],
  [
    'signs several administrators out as users',
    'project_user_bulk_sign_out',
    async () => ({ projectId: world.administratorsProject, userIds: [await newAdministrator(world)] }),
  ],
  [
    'locks a user',
    'project_user_lock',
    async () => ({ projectId: world.project, userId: await makeUser(home()), reason: 'because' }),
  ],
  [
    'changes the claims of a user',
    'project_user_update',
    async () => ({ projectId: world.project, userId: await makeUser(home()), claims: { role: 'admin' } }),
  ],
  [
    'opens sign-up',
    'project_update',
    async () => ({ projectId: world.project, registrationOpen: true, confirm: true }),
  ],
]

const callers: readonly [who: string, () => Person][] = [
  ['an interactive agent', () => agent],
  ['a machine', () => machine],
]

describe.each(callers)('default policy of %s:', (_who, caller) => {
  it.each(attempts)('a call that %s waits for a person and changes nothing', async (_what, name, input) => {
    const arguments_ = await input()
    const since = await markWrites(world.database)
    const reply = await world.call(caller(), name, arguments_)
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'confirmation_required', approval: { status: 'pending' } },
    ])
    expect((await since()).tables).toEqual(['agent_approvals'])
  })

  it('a change without an effect is made immediately', async () => {
    const renamed = await world.call(caller(), 'project_update', {
      projectId: world.project,
      displayName: unique('Shop '),
    })
    expect(renamed.status).toBe(200)
  })

  it('a call that confirms its own preview still waits for a person', async () => {
    const input = { projectId: world.administratorsProject, ...upstream() }
    const first = await world.call(caller(), 'federation_provider_create', input)
    expect(first.body).toMatchObject({ code: 'confirmation_required', consequences: expect.any(Array) })
    const { expect: counts, confirmation } = first.body as { expect?: object; confirmation: string }
    const second = await world.call(
      caller(),
      'federation_provider_create',
      { ...input, confirm: true, ...(counts ? { expect: counts } : {}) },
      { confirmation },
    )
    expect([second.status, (second.body as Problem).code]).toEqual([409, 'approval_pending'])
  })
})

describe('accounts and clients of agents:', () => {
  async function permittedClient() {
    const { super: boss } = world.people
    const projectId = world.administratorsProject
    const { clientId } = await world.ok(boss, 'client_create', {
      projectId,
      clientName: unique('Machine '),
      grantTypes: ['client_credentials'],
      tokenEndpointAuthMethod: 'client_secret_basic',
    })
    await world.ok(boss, 'agent_client_permit', { clientId, name: unique('M'), actsFor: boss.accountId })
    return { projectId, clientId }
  }

  const reaching = Object.values(operations).filter(
    ({ kind, input, access }) =>
      (kind === 'write' || kind === 'high_consequence') &&
      access.to === 'project' &&
      'clientId' in input.shape,
  )

  it('the guarded operations are all that name an application', () => {
    expect(reaching.map(({ tool }) => tool).toSorted()).toEqual([
      'client_delete',
      'client_import',
      'client_previous_secret_revoke',
      'client_secret_rotate',
      'client_update',
      'federation_provider_create',
      'federation_provider_update',
      'project_user_application_sign_out',
    ])
  })

  it.each([
    ['client_update', { jwksUri: 'https://attacker.example/jwks' }],
    ['client_update', { tokenEndpointAuthMethod: 'none' }],
    ['client_update', { clientName: 'Harmless' }],
    ['client_secret_rotate', {}],
    ['client_previous_secret_revoke', {}],
    ['client_delete', {}],
  ] as const)(
    'the call %s %o of the client of a permitted machine is for the console only',
    async (name, change) => {
      const one = await permittedClient()
      for (const approval of ['ask', 'self']) {
        await world.database.run(sql`UPDATE agent_clients SET approval = ${approval}`)
        const full = await world.agent(world.people.super, agentScopes)
        const since = await markWrites(world.database)
        const reply = await world.call(full, name, { ...one, ...change })
        expect([reply.status, (reply.body as Problem).code]).toEqual([403, 'console_only'])
        expect((await since()).tables).toEqual([])
      }
      await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
    },
  )

  it('the guard affects neither other applications of the administrators’ project nor users of the console', async () => {
    const one = await permittedClient()
    const renamed = { ...one, clientName: 'By a person' }
    expect((await world.call(world.people.super, 'client_update', renamed)).status).toBe(200)
    const other = { projectId: one.projectId, clientId: await makeClient(ofAdministrators()) }
    expect((await world.call(agent, 'client_update', { ...other, clientName: 'By an agent' })).status).toBe(
      200,
    )
  })

  it.each([
    ['admin_update', (own: string) => ({ adminId: own, email: 'attacker@example.com' })],
    ['admin_totp_clear', (own: string) => ({ adminId: own })],
    ['admin_super_grant', (own: string) => ({ adminId: own })],
    ['team_member_add', (own: string) => ({ teamId: world.strangersTeam, userId: own, role: 'owner' })],
    [
      'project_user_password_reset',
      (own: string) => ({
        projectId: world.administratorsProject,
        userId: own,
        password: 'a password of the agent',
      }),
    ],
    [
      'project_user_bulk_sign_out',
      (own: string) => ({ projectId: world.administratorsProject, userIds: [own] }),
    ],
  ] as const)('the call %s on the account that the agent acts for is refused', async (name, input) => {
    const full = await world.agent(world.people.super, agentScopes)
    const since = await markWrites(world.database)
    const reply = await world.call(full, name, input(world.people.super.accountId))
    expect([reply.status, (reply.body as Problem).code]).toEqual([403, 'console_only'])
    expect((await since()).tables).toEqual([])
  })
})

describe('guard of agents:', () => {
  it('an agent reads the client of a permitted entry, and its own administrator', async () => {
    const projectId = world.administratorsProject
    const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
    expect(clients.map(({ clientId }) => clientId)).toContain('signet-agent')
    expect((await world.call(agent, 'client_list', { projectId })).status).toBe(200)
    const own = { projectId, userId: world.people.super.accountId }
    expect((await world.call(agent, 'project_user_get', own)).status).toBe(200)
  })

  it("the guard applies to the administrators’ project only, and a name equal to a machine's is allowed in other projects", async () => {
    const name = { projectId: world.project, displayName: 'nightly-job' }
    expect((await world.call(agent, 'project_update', name)).status).toBe(200)
    const reserved = { ...name, projectId: world.administratorsProject }
    expect((await world.call(agent, 'project_update', reserved)).body).toMatchObject({ code: 'console_only' })
  })
})

describe('policy of an entry:', () => {
  it('a policy is changed in the console, names at least one criterion, and applies from the next call', async () => {
    const { super: boss } = world.people
    const { clients } = await world.ok(boss, 'agent_client_list', { q: 'nightly' })
    const entryId = clients[0]?.id ?? ''
    const change = (approvalFor: readonly string[]) =>
      world.call(boss, 'agent_client_update', { entryId, approvalFor })
    for (const wrong of [[], ['none'], ['raises', 'raises']])
      expect((await change(wrong)).status).toBeGreaterThanOrEqual(400)
    expect((await change(['high'])).body).toMatchObject({ approvalFor: ['high'] })
    const lock = async () => ({
      projectId: world.project,
      userId: await makeUser(home()),
      reason: 'because',
    })
    expect((await world.call(machine, 'project_user_lock', await lock())).status).toBe(200)
    expect((await change(['locks-out'])).status).toBe(200)
    expect((await world.call(machine, 'project_user_lock', await lock())).status).toBe(409)
    expect((await change(['writes'])).status).toBe(200)
    const renamed = { projectId: world.project, displayName: unique('Shop ') }
    expect((await world.call(machine, 'project_update', renamed)).status).toBe(409)
    expect(
      (await world.call(machine, 'agent_client_update', { entryId, approvalFor: ['high'] })).body,
    ).toMatchObject({ code: 'console_only' })
    await change(['destroys', 'locks-out', 'lets-in', 'raises', 'exposes'])
  })

  it('a high-consequence tool outside the policy still takes two calls', async () => {
    await world.database.run(
      sql`UPDATE agent_clients SET approval_for = '{exposes}' WHERE client_id = 'signet-agent'`,
    )
    const full = await world.agent(world.people.super, agentScopes)
    const input = { projectId: world.project, userId: await makeUser(home()) }
    const first = await world.call(full, 'project_user_delete', input)
    const { confirmation } = first.body as { confirmation: string }
    expect([first.status, confirmation]).toEqual([409, expect.stringMatching(/^cnf_/)])
    expect((await world.call(full, 'project_user_delete', input, { confirmation })).status).toBe(204)
    await world.database.run(
      sql`UPDATE agent_clients SET approval_for = DEFAULT WHERE client_id = 'signet-agent'`,
    )
  })
})

describe('changes of another administrator:', () => {
  it('an approval of a change of another administrator needs a sign-in within five minutes, through both operations', async () => {
    const { super: boss } = world.people
    const full = await world.agent(boss, agentScopes)
    const userId = await newAdministrator(world)
    const calls = [
      ['admin_update', { adminId: userId, email: `${unique('m')}@example.com` }],
      [
        'project_user_password_reset',
        { projectId: world.administratorsProject, userId, password: 'correct horse battery' },
      ],
    ] as const
    const fresh = await signIn(world, boss.accountId, { authenticatedAt: new Date() })
    for (const [name, input] of calls) {
      const { body } = await world.call(full, name, input)
      const { confirmation: approvalId } = body as { confirmation: string }
      const late = await world.call(boss, 'approval_approve', { approvalId })
      expect(late.body).toMatchObject({ code: 'fresh_sign_in_required' })
      expect((await world.call(fresh, 'approval_approve', { approvalId })).status).toBe(200)
    }
  })
})
