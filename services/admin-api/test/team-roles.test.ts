import {
  type AdminRouter,
  agentScopes,
  isTool,
  type OperationName,
  operations,
  placementOf,
  verdictFor,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { someOf } from '@signet/testkit'
import { createTRPCUntypedClient, httpLink, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { containedNames } from '../src/domains/projects/file-operations.ts'
import { agentOf, makeAdministrator, type Person } from './support/people.ts'
import { samples } from './support/samples.ts'
import { makeUser, type Place, unique } from './support/things.ts'
import { makeTeam, startWorld, type World } from './support/world.ts'
import { markWrites } from './support/writes.ts'

/** laws.test.ts covers seams of the REST transport for each role. */
let world: World
let address: string
beforeAll(async () => {
  world = await startWorld()
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world?.close())

const home = (): Place => ({ world, projectId: world.project, teamId: world.team })
const sampleOf = (name: OperationName): Promise<Record<string, unknown>> =>
  (samples[name] as (place: Place) => Promise<Record<string, unknown>>)(home())

const limitedRoles = ['viewer', 'support'] as const
type LimitedRole = (typeof limitedRoles)[number]

const declared = (name: OperationName) => operations[name]
const isMutation = (name: OperationName): boolean => placementOf(declared(name)).method !== 'GET'
const byRole = operationNames.filter((name) => ['project', 'team'].includes(declared(name).access.to))
const forbidden = (role: LimitedRole) => byRole.filter((name) => verdictFor(declared(name), role) === 'no')

async function permitAgent(person: Person, limits: object = {}): Promise<Person> {
  const clientId = unique('agent-')
  const id = `agc_${clientId}`
  await world.database.run(
    sql`INSERT INTO agent_clients (id, client_id, name, approval) VALUES (${id}, ${clientId}, ${clientId}, 'self')`,
  )
  if (Object.keys(limits).length > 0)
    await world.ok(world.people.super, 'agent_client_update', { entryId: id, ...limits })
  return agentOf(world, person.accountId, agentScopes, { clientId })
}

async function throughTrpc(person: Person, name: OperationName, input: object): Promise<number> {
  const client = createTRPCUntypedClient<AdminRouter>({
    links: [httpLink({ url: `${address}/admin/api/trpc`, headers: { ...person.headers } })],
  })
  try {
    await (isMutation(name) ? client.mutation(name, input) : client.query(name, input))
    return 200
  } catch (error) {
    if (error instanceof TRPCClientError)
      return Number((error.data as { problem?: { status?: number } }).problem?.status)
    throw error
  }
}

describe.each(limitedRoles)('the role %s:', (role) => {
  const person = (): Person => world.people[role]

  it.each(someOf(forbidden(role)))(
    'the person is refused %s through tRPC, and nothing changes',
    async (name) => {
      const input = await sampleOf(name)
      const since = await markWrites(world.database)
      expect(await throughTrpc(person(), name, input)).toBe(403)
      expect((await since()).tables).toEqual([])
    },
  )

  describe.each([
    ['without a limit', () => ({})],
    ['limited to the team', () => ({ teamId: world.team })],
    ['limited to the project', () => ({ projectIds: [world.project] })],
  ] as const)('with an agent %s', (_limit, limits) => {
    let agent: Person
    beforeAll(async () => {
      agent = await permitAgent(person(), limits())
    })

    it.each(someOf(forbidden(role).filter((name) => isTool(declared(name)))))(
      'the agent is refused %s, and nothing changes',
      async (name) => {
        const input = await sampleOf(name)
        const since = await markWrites(world.database)
        const reply = await world.call(agent, name, input)
        expect([403, 404], reply.text).toContain(reply.status)
        expect((await since()).tables).toEqual([])
      },
    )

    it('the agent reads the users of the project', async () => {
      const reply = await world.call(agent, 'project_user_list', { projectId: world.project })
      expect(reply.status, reply.text).toBe(200)
    })
  })

  it('the person creates no project in the team, moves none into it, and does not become an owner', async () => {
    const own = await makeTeam(world, unique('Own '), [[person().accountId, 'owner']])
    const { id: projectId } = await world.ok(person(), 'project_create', {
      name: unique('Mine '),
      teamId: own,
    })
    const refusals = [
      await world.refused(person(), 'project_create', { name: 'Not to be', teamId: world.team }),
      await world.refused(person(), 'project_owner_change', { projectId, teamId: world.team, confirm: true }),
      await world.refused(person(), 'team_member_update', {
        teamId: world.team,
        userId: person().accountId,
        role: 'owner',
      }),
      await world.refused(person(), 'team_invite', {
        teamId: world.team,
        email: 'me@example.com',
        role: 'owner',
      }),
    ]
    expect(refusals.map(({ code }) => code)).toEqual([
      'team_not_available',
      'team_not_available',
      'forbidden',
      'forbidden',
    ])
  })

  it('the person has the rights in the project that the API states, and a machine of the person has no more', async () => {
    const { can } = await world.ok(person(), 'project_get', { projectId: world.project })
    expect(Object.entries(can).flatMap(([flag, holds]) => (holds ? [flag] : []))).toEqual(
      role === 'viewer' ? ['read', 'readActivity'] : ['read', 'supportUsers', 'readActivity'],
    )
    const machine = await permitAgent(person())
    await world.database.run(sql`
      UPDATE agent_clients c SET acts_for = g.account_id, grant_id = g.id FROM oidc_grants g
      WHERE g.client_id = c.client_id AND g.account_id = ${person().accountId}`)
    const reply = await world.ok(machine, 'project_get', { projectId: world.project })
    expect(reply.can).toEqual(can)
  })
})

it('no limited role may make a change that a project file contains', () => {
  for (const role of limitedRoles)
    expect(containedNames.filter((name) => verdictFor(declared(name), role) !== 'no')).toEqual([])
})

describe('a changed role:', () => {
  async function joined(role: 'member' | 'owner'): Promise<Person> {
    const person = await makeAdministrator(world, `${unique('r')}@example.com`)
    await world.ok(world.people.super, 'team_member_add', {
      teamId: world.team,
      userId: person.accountId,
      role,
    })
    return person
  }
  const lower = (person: Person, role: LimitedRole) =>
    world.ok(world.people.owner, 'team_member_update', { teamId: world.team, userId: person.accountId, role })

  it.each(limitedRoles)(
    'the role %s is in force with the next request, also for an approved call',
    async (role) => {
      const person = await joined('member')
      const agent = await permitAgent(person)
      await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
      const input = { projectId: world.project, userId: await makeUser(home()) }
      const asked = await world.call(agent, 'project_user_delete', input)
      const { confirmation } = asked.body as { confirmation: string }
      await world.ok(person, 'approval_approve', { approvalId: confirmation })
      await lower(person, role)
      const repeated = await world.call(agent, 'project_user_delete', input, { confirmation })
      expect([repeated.status, repeated.body]).toMatchObject([403, { reason: 'can.manageUsers' }])
      await world.database.run(sql`UPDATE agent_clients SET approval = 'self'`)
    },
  )

  it('an invitation that the person sent as an owner is invalid', async () => {
    const person = await joined('owner')
    const token = unique('token-')
    await world.database.run(sql`
      INSERT INTO team_invitations (id, team_id, email, email_key, role, token_digest, invited_by, expires_at)
      VALUES (${unique('inv_')}, ${world.team}, 'i@example.com', 'i@example.com', 'owner', ${digest(token)}, ${person.accountId},
        now() + interval '1 day')`)
    await lower(person, 'viewer')
    const refused = await world.refused(world.people.anonymous, 'invitation_accept', {
      token,
      password: 'correct horse battery staple',
    })
    expect(refused.code).toBe('invitation_invalid')
  })

  it('the person has one membership after each change, and the last owner cannot become a viewer', async () => {
    const person = await joined('member')
    for (const role of ['viewer', 'owner', 'support', 'member'] as const) {
      const team = await world.ok(world.people.owner, 'team_member_update', {
        teamId: world.team,
        userId: person.accountId,
        role,
      })
      expect(team.members.filter(({ userId }) => userId === person.accountId)).toMatchObject([{ role }])
    }
    const teamId = await makeTeam(world, unique('Alone '), [[person.accountId, 'owner']])
    const refused = await world.refused(person, 'team_member_update', {
      teamId,
      userId: person.accountId,
      role: 'viewer',
    })
    expect(refused.code).toBe('last_owner')
  })

  it('an invitation grants the role that it names', async () => {
    const email = `${unique('v')}@example.com`
    const token = unique('token-')
    await world.database.run(sql`
      INSERT INTO team_invitations (id, team_id, email, email_key, role, token_digest, invited_by, expires_at)
      VALUES (${unique('inv_')}, ${world.team}, ${email}, ${email}, 'support', ${digest(token)}, ${world.people.owner.accountId},
        now() + interval '1 day')`)
    const accepted = await world.ok(world.people.anonymous, 'invitation_accept', {
      token,
      password: 'correct horse battery staple',
    })
    expect(accepted.team.role).toBe('support')
    const { members } = await world.ok(world.people.owner, 'team_get', { teamId: world.team })
    expect(members.find((member) => member.email === email)?.role).toBe('support')
  })
})
