import { type ApprovalCriterion, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdministrator, type Person, signIn } from './support/people.ts'
import { makeUser } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agent: Person
let owner: Person
let second: Person
let third: Person

const makeSuper = async (email: string): Promise<Person> => {
  const person = await makeAdministrator(world, email)
  await world.database.run(sql`
    INSERT INTO team_members (team_id, project_id, account_id, role)
    SELECT super_team_id, administrators_project_id, ${person.accountId}, 'owner' FROM instance`)
  return person
}

beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  second = await makeSuper('second@example.com')
  third = await makeSuper('third@example.com')
  agent = await world.agent(owner, ['admin:read', 'admin:write', 'admin:high'])
})
beforeEach(async () => {
  await world.database.run(sql`DELETE FROM agent_approvals`)
  await world.database.run(sql`UPDATE accounts SET active = true`)
  await policy({})
})
afterAll(() => world?.close())

interface Policy {
  readonly secondFor?: readonly ApprovalCriterion[]
  readonly teamId?: string | null
  readonly role?: 'member' | 'owner'
}

const policy = ({ secondFor = ['destroys'], teamId = null, role = 'member' }: Policy) =>
  world.database.run(sql`
    UPDATE agent_clients SET approval = 'ask', second_approval_for = ${[...secondFor]}, approver_team_id = ${teamId},
      approver_role = ${role}`)

const deactivate = (...people: readonly Person[]) =>
  world.database.run(
    sql`UPDATE accounts SET active = false WHERE id = ANY(${people.map(({ accountId }) => accountId)})`,
  )

interface Offer {
  readonly code: string
  readonly confirmation: string
}

async function ask(by = agent) {
  const home = { world, projectId: world.project, teamId: world.team }
  const input = { projectId: world.project, userId: await makeUser(home) }
  const { body } = await world.call(by, 'project_user_delete', input)
  return { input, approvalId: (body as unknown as Offer).confirmation }
}

const repeat = async ({ input, approvalId }: Awaited<ReturnType<typeof ask>>) => {
  const options = { confirmation: approvalId }
  const { status, body } = await world.call(agent, 'project_user_delete', input, options)
  return { status, code: (body as unknown as Offer | null)?.code }
}

const approve = async (approvalId: string, by: Person) => {
  const { status, body } = await world.call(by, 'approval_approve', { approvalId })
  return { ...(body as unknown as { code?: string; needed?: number }), status }
}

describe('a call with an effect that needs two approvals:', () => {
  it('the call runs only after two administrators other than the person of the agent approved it', async () => {
    const call = await ask()
    expect(await approve(call.approvalId, owner)).toMatchObject({ status: 403, code: 'approval_by_others' })
    expect(await approve(call.approvalId, second)).toMatchObject({ status: 200, needed: 2 })
    expect(await repeat(call)).toMatchObject({ status: 409, code: 'approval_pending' })
    expect(await approve(call.approvalId, second)).toMatchObject({ status: 409, code: 'approval_decided' })
    expect(await repeat(call)).toMatchObject({ status: 409, code: 'approval_pending' })
    expect(await approve(call.approvalId, third)).toMatchObject({ status: 200 })
    expect((await repeat(call)).status).toBe(204)
  })

  it('the audit entry of the change names both approvers', async () => {
    const call = await ask()
    await approve(call.approvalId, third)
    await approve(call.approvalId, second)
    await repeat(call)
    const entries = await world.database.rows(sql`
      SELECT detail->>'approvedBy' AS first, detail->>'secondApproval' AS second FROM audit_entries
      WHERE action = 'enduser.delete' AND detail->>'approval' = ${call.approvalId}`)
    expect(entries).toEqual([{ first: third.accountId, second: second.accountId }])
  })

  it('two concurrent approvals are both counted, and one administrator counts once', async () => {
    const call = await ask()
    const once = await Promise.all([1, 2, 3].map(() => approve(call.approvalId, second)))
    expect(once.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await repeat(call)).toMatchObject({ code: 'approval_pending' })
    const other = await ask()
    await Promise.all([approve(other.approvalId, second), approve(other.approvalId, third)])
    expect((await repeat(other)).status).toBe(204)
  })

  it('one refusal ends the approval after another approved it', async () => {
    const call = await ask()
    await approve(call.approvalId, second)
    await world.ok(third, 'approval_refuse', { approvalId: call.approvalId, note: 'No.' })
    expect(await approve(call.approvalId, world.people.super)).toMatchObject({ code: 'approval_decided' })
    expect(await repeat(call)).toMatchObject({ status: 403, code: 'approval_refused' })
  })

  it('an approval of an administrator who was deactivated since does not count', async () => {
    const call = await ask()
    await approve(call.approvalId, second)
    await deactivate(second)
    await approve(call.approvalId, third)
    expect(await repeat(call)).toMatchObject({ code: 'approval_pending' })
    await approve(call.approvalId, world.people.super)
    expect((await repeat(call)).status).toBe(204)
  })

  it('a call with another effect needs the approval of the person of the agent only', async () => {
    await policy({ secondFor: ['exposes'] })
    const call = await ask()
    expect(await approve(call.approvalId, second)).toMatchObject({ status: 404 })
    expect(await approve(call.approvalId, owner)).toMatchObject({ status: 200, needed: 1 })
    expect((await repeat(call)).status).toBe(204)
  })

  it('a call needs two approvals also when its effect is not in the list of single approvals', async () => {
    await world.database.run(sql`UPDATE agent_clients SET approval_for = '{exposes}'`)
    const call = await ask()
    expect(await approve(call.approvalId, second)).toMatchObject({ needed: 2 })
    await world.database.run(
      sql`UPDATE agent_clients SET approval_for = '{destroys,locks-out,lets-in,raises,exposes}'`,
    )
  })
})

describe('who may approve:', () => {
  const team = async (...people: readonly (readonly [Person, string])[]) => {
    const id = `team_${crypto.randomUUID()}`
    await world.database.run(sql`INSERT INTO teams (id, name, kind) VALUES (${id}, 'Approvers', 'regular')`)
    for (const [{ accountId }, role] of people)
      await world.database.run(sql`
        INSERT INTO team_members (team_id, project_id, account_id, role)
        SELECT ${id}, administrators_project_id, ${accountId}, ${role} FROM instance`)
    return id
  }
  const approversOf = async (approvalId: string, by: Person) =>
    (await world.ok(by, 'approval_get', { approvalId })).approvers
      .map(({ accountId }) => accountId)
      .toSorted()
  const ids = (...people: readonly Person[]) => people.map(({ accountId }) => accountId).toSorted()

  it('members of the team of approvers approve, and super administrators see the call but do not', async () => {
    const { member, stranger } = world.people
    await policy({ teamId: await team([member, 'member'], [stranger, 'owner']) })
    const call = await ask()
    expect(await approversOf(call.approvalId, member)).toEqual(ids(member, stranger))
    expect(await approve(call.approvalId, second)).toMatchObject({ code: 'approval_by_others' })
    await approve(call.approvalId, member)
    await approve(call.approvalId, stranger)
    expect((await repeat(call)).status).toBe(204)
  })

  it('the least role in the team decides', async () => {
    const { member, stranger, support } = world.people
    const teamId = await team([member, 'member'], [stranger, 'owner'], [support, 'owner'])
    await policy({ teamId, role: 'owner' })
    const call = await ask()
    expect(await approversOf(call.approvalId, stranger)).toEqual(ids(stranger, support))
    expect((await approve(call.approvalId, member)).status).toBe(404)
  })

  it('super administrators approve too while the team has fewer than two others', async () => {
    const { member } = world.people
    await policy({ teamId: await team([member, 'member'], [owner, 'owner']) })
    const call = await ask()
    expect(await approversOf(call.approvalId, member)).toEqual(ids(member, second, third, world.people.super))
  })

  it('the person of the agent is the second approver while there is one other, and the only one without others', async () => {
    const lone = await ask()
    await deactivate(second, third)
    expect(await approversOf(lone.approvalId, owner)).toEqual(ids(owner, world.people.super))
    await approve(lone.approvalId, owner)
    expect(await repeat(lone)).toMatchObject({ code: 'approval_pending' })
    await approve(lone.approvalId, world.people.super)
    expect((await repeat(lone)).status).toBe(204)

    const boss = await world.agent(world.people.super, ['admin:high'])
    const { approvalId } = await ask(boss)
    expect(await approve(approvalId, world.people.super)).toMatchObject({ status: 200, needed: 1 })
  })

  it('an administrator outside of the team neither sees nor decides a call, and the person of the agent may refuse it', async () => {
    const { approvalId } = await ask()
    for (const name of ['approval_get', 'approval_approve', 'approval_refuse'] as const)
      expect((await world.call(world.people.stranger, name, { approvalId })).status).toBe(404)
    expect((await world.call(owner, 'approval_refuse', { approvalId })).status).toBe(200)
  })

  it('each approver of keys, settings and super administrator rights needs a recent sign-in', async () => {
    const { approvalId } = await ask()
    await world.database.run(sql`UPDATE agent_approvals SET needs_fresh_sign_in = true`)
    expect(await approve(approvalId, second)).toMatchObject({ code: 'fresh_sign_in_required' })
    const recent = await signIn(world, second.accountId, { authenticatedAt: new Date() })
    expect(await approve(approvalId, recent)).toMatchObject({ status: 200 })
    expect(await approve(approvalId, third)).toMatchObject({ code: 'fresh_sign_in_required' })
  })

  it('every approver gets a mail for the first call, and no mail for further ones', async () => {
    await world.database.run(sql`
      INSERT INTO smtp_settings (id, host, port, secure, username, from_name, from_email)
      VALUES ('smtp', 'mail.example', 25, false, '', 'Signet', 'signet@mail.example')`)
    await world.database.run(sql`UPDATE accounts SET email_verified = true`)
    const mailed = async () =>
      (
        await world.database.rows<{ id: string }>(
          sql`SELECT account_id AS id FROM mail_messages WHERE purpose = 'notice' ORDER BY 1`,
        )
      ).map(({ id }) => id)
    await ask()
    expect(await mailed()).toEqual(ids(second, third, world.people.super))
    await ask()
    expect(await mailed()).toHaveLength(3)
    await world.database.run(sql`DELETE FROM smtp_settings`)
  })
})

describe('the policy of an entry:', () => {
  it('a super administrator sets the effects, the team and the role, and an unknown team is rejected', async () => {
    const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
    const entryId = clients.find(({ clientId }) => clientId === 'signet-agent')?.id ?? ''
    const limits = {
      secondApprovalFor: ['destroys', 'exposes'] as ApprovalCriterion[],
      approverTeamId: world.team,
      approverRole: 'owner' as const,
    }
    const changed = await world.ok(world.people.super, 'agent_client_update', { entryId, ...limits })
    expect(changed).toMatchObject(limits)
    const refused = await world.refused(world.people.super, operations.agent_client_update.tool, {
      entryId,
      approverTeamId: 'team_unknown',
    })
    expect(refused.errors).toMatchObject([{ path: 'approverTeamId' }])
    const made = await world.ok(world.people.super, 'agent_client_permit', {
      clientId: 'https://second.example/client.json',
      name: 'Second',
      ...limits,
    })
    expect(made).toMatchObject(limits)
  })
})
