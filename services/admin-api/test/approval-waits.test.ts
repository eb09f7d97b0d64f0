import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from './support/people.ts'
import { makeUser } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agent: Person
let owner: Person
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
  agent = await world.agent(owner, ['admin:read', 'admin:write', 'admin:high'])
})
beforeEach(() => world.database.run(sql`DELETE FROM agent_approvals`))
afterAll(() => world?.close())

interface Offer {
  readonly code: string
  readonly confirmation: string
  readonly approval: { readonly status: string; readonly note?: string }
}

const withHeaders = (headers: Readonly<Record<string, string>>, by = agent): Person => ({
  ...by,
  headers: { ...by.headers, ...headers },
})

const waiting = (seconds: number) => withHeaders({ prefer: `wait=${seconds}` })

const deletion = async () => ({
  projectId: world.project,
  userId: await makeUser({ world, projectId: world.project, teamId: world.team }),
})

async function ask(by = agent, input?: Record<string, unknown>, confirmation?: string) {
  const call = input ?? (await deletion())
  const options = confirmation === undefined ? {} : { confirmation }
  const { status, body } = await world.call(by, 'project_user_delete', call, options)
  return { status, input: call, offer: body as unknown as Offer }
}

const pendingId = async (): Promise<string> => {
  for (;;) {
    const [row] = await world.database.rows<{ id: string }>(
      sql`SELECT id FROM agent_approvals WHERE status = 'pending'`,
    )
    if (row) return row.id
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const seconds = async <Result>(work: Promise<Result>) => {
  const begun = performance.now()
  const result = await work
  return { result, took: (performance.now() - begun) / 1000 }
}

describe('a call that waits for its approval:', () => {
  it('a first call is answered with the result of the change after the approval', async () => {
    const call = ask(waiting(30))
    await world.ok(owner, 'approval_approve', { approvalId: await pendingId() })
    const { result, took } = await seconds(call)
    expect(result.status).toBe(204)
    expect(took).toBeLessThan(5)
    expect(
      await world.database.rows(sql`SELECT 1 FROM accounts WHERE id = ${String(result.input.userId)}`),
    ).toEqual([])
  })

  it('a call is answered after the decision at another replica', async () => {
    const replica = await world.startReplica()
    const call = ask(waiting(30))
    const approvalId = await pendingId()
    expect((await replica.call(owner, 'approval_approve', { approvalId })).status).toBe(200)
    expect((await call).status).toBe(204)
  })

  it('a refusal ends the wait with the note', async () => {
    const call = ask(waiting(30))
    await world.ok(owner, 'approval_refuse', { approvalId: await pendingId(), note: 'Lock it.' })
    expect(await call).toMatchObject({
      status: 403,
      offer: { code: 'approval_refused', approval: { note: 'Lock it.' } },
    })
  })

  it('a call without a decision is answered as pending after its seconds, which are longer than the deadline of a request', async () => {
    const { result, took } = await seconds(ask(waiting(7)))
    expect(result).toMatchObject({ status: 409, offer: { approval: { status: 'pending' } } })
    expect(took).toBeGreaterThan(6.5)
    expect(took).toBeLessThan(9)
  })

  it('the rights of the agent are read again after the wait', async () => {
    const call = ask(waiting(30))
    const approvalId = await pendingId()
    await world.database.run(
      sql`INSERT INTO agent_suspensions (id, client_id, account_id) VALUES ('sus_waits', 'signet-agent', ${owner.accountId})`,
    )
    await world.ok(owner, 'approval_approve', { approvalId })
    expect((await call).status).toBe(401)
    await world.database.run(sql`DELETE FROM agent_suspensions`)
  })

  it('a target that changed during the wait needs another approval', async () => {
    const call = ask(waiting(30))
    const approvalId = await pendingId()
    await world.database.run(
      sql`UPDATE accounts SET email = 'moved-in-wait@example.com', email_key = 'moved-in-wait@example.com'
          WHERE id = (SELECT input->>'userId' FROM agent_approvals)`,
    )
    await world.ok(owner, 'approval_approve', { approvalId })
    expect((await call).offer.code).toBe('confirmation_invalid')
  })

  it('a sixth waiting call of an agent is answered immediately', async () => {
    const input = await deletion()
    const calls = Array.from({ length: 5 }, () => ask(waiting(30), input))
    const approvalId = await pendingId()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { result, took } = await seconds(ask(waiting(30), input))
    expect(result.offer.approval.status).toBe('pending')
    expect(took).toBeLessThan(3)
    await world.ok(owner, 'approval_approve', { approvalId })
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('a call that needs no approval does not wait', async () => {
    const { took, result } = await seconds(world.call(waiting(30), 'project_list', {}))
    expect(result.status).toBe(200)
    expect(took).toBeLessThan(3)
  })
})

describe('the state of an approval:', () => {
  const state = async (approvalId: string, by = agent) =>
    (await world.call(by, 'approval_state_get', { approvalId })).body as unknown as Record<string, unknown>

  it('an agent reads the state of its approval with the next step', async () => {
    const { input, offer } = await ask()
    expect(await state(offer.confirmation)).toMatchObject({
      approvalId: offer.confirmation,
      tool: 'project_user_delete',
      status: 'pending',
      needed: 1,
      approved: 0,
      next: 'wait',
    })
    await world.ok(owner, 'approval_approve', { approvalId: offer.confirmation })
    expect(await state(offer.confirmation)).toMatchObject({
      status: 'approved',
      approved: 1,
      next: 'repeat_call',
    })
    expect((await ask(agent, input, offer.confirmation)).status).toBe(204)
    expect(await state(offer.confirmation)).toMatchObject({ status: 'used', next: 'done' })
    const refused = await ask()
    await world.ok(owner, 'approval_refuse', { approvalId: refused.offer.confirmation, note: 'No.' })
    expect(await state(refused.offer.confirmation)).toMatchObject({
      status: 'refused',
      note: 'No.',
      next: 'stop',
    })
    await world.database.run(sql`DELETE FROM agent_approvals`)
    const expired = await ask()
    await world.database.run(sql`UPDATE agent_approvals SET expires_at = now()`)
    expect(await state(expired.offer.confirmation)).toMatchObject({ status: 'expired', next: 'ask_again' })
  })

  it('a read of the state waits for the decision', async () => {
    const { offer } = await ask()
    const read = state(offer.confirmation, waiting(30))
    await new Promise((resolve) => setTimeout(resolve, 200))
    await world.ok(owner, 'approval_approve', { approvalId: offer.confirmation })
    expect(await read).toMatchObject({ status: 'approved', next: 'repeat_call' })
  })

  it('an agent reads neither the approvals of another agent nor those of another administrator', async () => {
    const { offer } = await ask()
    const ofAnother = await world.agent(world.people.super, ['admin:read'])
    expect(await state(offer.confirmation, ofAnother)).toMatchObject({ code: 'not_found' })
    await world.database.run(sql`UPDATE agent_approvals SET client_id = 'another'`)
    expect(await state(offer.confirmation)).toMatchObject({ code: 'not_found' })
  })
})

describe('the reason of an agent:', () => {
  const reasonFor = async (header?: string) => {
    const { offer } = await ask(header === undefined ? agent : withHeaders({ 'signet-reason': header }))
    return offer
  }

  it('the administrator reads the reason of the call, and the consequence does not contain it', async () => {
    const reason = 'Anna asked for it — see ticket “4711”.'
    const { confirmation } = await reasonFor(encodeURIComponent(reason))
    const approval = await world.ok(owner, 'approval_get', { approvalId: confirmation })
    expect(approval.reason).toBe(reason)
    expect(approval.consequence).not.toContain('4711')
  })

  it('a repeated call does not change the reason that was shown', async () => {
    const input = await deletion()
    const { offer } = await ask(withHeaders({ 'signet-reason': 'First' }), input)
    await ask(withHeaders({ 'signet-reason': 'Second' }), input)
    const approval = await world.ok(owner, 'approval_get', { approvalId: offer.confirmation })
    expect(approval.reason).toBe('First')
  })

  it.each([
    ['longer than 500 characters', 'x'.repeat(501)],
    ['that is not percent-encoded', '%E0%A4%A'],
    ['with a character that cannot be stored', 'a%00b'],
  ])('a reason %s is rejected, and no approval is stored', async (_what, header) => {
    expect(await reasonFor(header)).toMatchObject({ code: 'invalid_request' })
    expect(await world.database.rows(sql`SELECT 1 FROM agent_approvals`)).toEqual([])
  })

  it('an approval of a call without a reason has none', async () => {
    const { confirmation } = await reasonFor()
    expect((await world.ok(owner, 'approval_get', { approvalId: confirmation })).reason).toBeNull()
  })
})

describe('a deletion whose caller prefers the deleted object:', () => {
  let made = 0
  const makeGroup = async (): Promise<string> => {
    made += 1
    const group = { projectId: world.project, displayName: `Group ${made}` }
    return (await world.ok(owner, 'project_group_create', group)).id
  }
  const prefers = () => withHeaders({ prefer: 'return=representation' }, owner)

  it('the response has the id and the name of the deleted object', async () => {
    const groupId = await makeGroup()
    const { status, body } = await world.call(prefers(), 'project_group_delete', {
      projectId: world.project,
      groupId,
    })
    expect([status, body]).toMatchObject([200, { deleted: { id: groupId, displayName: expect.any(String) } }])
  })

  it('a repetition with the same key returns the same response', async () => {
    const groupId = await makeGroup()
    const by = withHeaders({ 'idempotency-key': 'delete-once' }, prefers())
    const input = { projectId: world.project, groupId }
    const first = await world.call(by, 'project_group_delete', input)
    const again = await world.call(by, 'project_group_delete', input)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })

  it('the response without the preference is 204', async () => {
    const groupId = await makeGroup()
    expect(
      (await world.call(owner, 'project_group_delete', { projectId: world.project, groupId })).status,
    ).toBe(204)
  })
})
