import {
  type ApprovalCriterion,
  harmfulEffects,
  isTool,
  type OperationName,
  operations,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentOf, type Person, signIn } from './support/people.ts'
import { samples } from './support/samples.ts'
import { makeClient, makeUser, type Place } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agent: Person
let owner: Person
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  await policy('ask')
  agent = await world.agent(owner, ['admin:read', 'admin:high'])
})
// Approvals of earlier tests would count towards the limits of the agent.
beforeEach(() => world.database.run(sql`DELETE FROM agent_approvals`))
afterAll(() => world?.close())

const policy = (
  approval: 'ask' | 'self' | 'never',
  approvalFor: readonly ApprovalCriterion[] = harmfulEffects,
) =>
  world.database.run(sql`UPDATE agent_clients SET approval = ${approval}, approval_for = ${[...approvalFor]}`)

const home = (): Place => ({ world, projectId: world.project, teamId: world.team })

interface Offer {
  readonly code: string
  readonly confirmation: string
  readonly approval: { readonly status: string; readonly url: string; readonly note?: string }
}

async function asked(by = agent) {
  const input = { projectId: world.project, userId: await makeUser(home()) }
  const { status, body } = await world.call(by, 'project_user_delete', input)
  return { input, status, offer: body as unknown as Offer }
}

const repeat = async (
  input: Record<string, unknown>,
  confirmation: string,
  by = agent,
  at: Pick<World, 'call'> = world,
) => {
  const { status, body } = await at.call(by, 'project_user_delete', input, { confirmation })
  return { status, offer: body as unknown as Offer }
}

const exists = async ({ userId }: { userId: string }) =>
  (await world.database.rows(sql`SELECT 1 FROM accounts WHERE id = ${userId}`)).length === 1

const approve = (approvalId: string, by = owner) => world.call(by, 'approval_approve', { approvalId })

describe('a high-consequence call with the policy ask:', () => {
  it('a call without an approval changes nothing and returns its effect, the address of the decision and the value for its repetition', async () => {
    const { input, status, offer } = await asked()
    expect([status, offer]).toMatchObject([
      409,
      {
        code: 'confirmation_required',
        confirmation: expect.stringMatching(/^apv_/),
        email: expect.stringContaining('@'),
        approval: {
          status: 'pending',
          url: expect.stringContaining(`/admin/approvals/${offer.confirmation}`),
        },
      },
    ])
    expect(await exists(input)).toBe(true)
  })

  it('a call waits for its approval as long as the entry of the agent permits', async () => {
    const minutes = async () => {
      await world.database.run(sql`DELETE FROM agent_approvals`)
      await asked()
      const [row] = await world.database.rows<{ left: number }>(
        sql`SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS left FROM agent_approvals`,
      )
      return row?.left
    }
    expect(await minutes()).toBe(15)
    await world.database.run(sql`UPDATE agent_clients SET approval_minutes = 1440`)
    expect(await minutes()).toBe(1440)
    await world.database.run(sql`UPDATE agent_clients SET approval_minutes = 15`)
  })

  it('the first waiting call of an agent is mailed to its administrator, and further ones are not', async () => {
    await world.database.run(sql`
      INSERT INTO smtp_settings (id, host, port, secure, username, from_name, from_email)
      VALUES ('smtp', 'mail.example', 25, false, '', 'Signet', 'signet@mail.example')`)
    await world.database.run(sql`UPDATE accounts SET email_verified = true WHERE id = ${owner.accountId}`)
    const letters = () =>
      world.database.rows<{ id: string; account: string }>(
        sql`SELECT id, account_id AS account FROM mail_messages WHERE purpose = 'notice'`,
      )
    await asked()
    const first = await letters()
    expect(first).toMatchObject([{ account: owner.accountId }])
    await asked()
    expect(await letters()).toEqual(first)
    await world.database.run(sql`DELETE FROM smtp_settings`)
  })

  it('a repeated call has the same pending approval until a decision', async () => {
    const { input, offer } = await asked()
    const again = await repeat(input, offer.confirmation)
    expect([again.status, again.offer]).toMatchObject([
      409,
      { code: 'approval_pending', confirmation: offer.confirmation },
    ])
    const { body } = await world.call(agent, 'project_user_delete', input)
    expect(body).toMatchObject({ confirmation: offer.confirmation })
    expect(await exists(input)).toBe(true)
  })

  it('an approved call runs once, and the audit names the approval and its approver', async () => {
    const { input, offer } = await asked()
    expect((await approve(offer.confirmation)).body).toMatchObject({ status: 'approved' })
    expect((await repeat(input, offer.confirmation)).status).toBe(204)
    expect(await exists(input)).toBe(false)
    const entries = await world.database.rows(sql`
      SELECT action, surface, detail->>'approval' AS approval, detail->>'approvedBy' AS "approvedBy" FROM audit_entries
      WHERE detail->>'approval' = ${offer.confirmation} ORDER BY id`)
    expect(entries).toEqual([
      { action: 'mcp.approval.approve', surface: null, approval: offer.confirmation, approvedBy: null },
      {
        action: 'enduser.delete',
        surface: 'mcp',
        approval: offer.confirmation,
        approvedBy: owner.accountId,
      },
    ])
  })

  it('an approved call that is sent to two replicas concurrently runs once', async () => {
    const { input, offer } = await asked()
    await approve(offer.confirmation)
    const replica = await world.startReplica()
    const answers = await Promise.all(
      [world, replica, world, replica].map((at) => repeat(input, offer.confirmation, agent, at)),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('an approved call that is repeated at another replica requests another approval', async () => {
    const input = { projectId: world.project, clientId: await makeClient(home()) }
    const rotateAt = async (at: Pick<World, 'call'>, confirmation?: string) => {
      const { status, body } = await at.call(
        agent,
        'client_secret_rotate',
        input,
        confirmation ? { confirmation } : {},
      )
      return { status, offer: body as unknown as Offer }
    }
    const { confirmation } = (await rotateAt(world)).offer
    await approve(confirmation)
    const replica = await world.startReplica()
    const together = await Promise.all([world, replica].map((at) => rotateAt(at, confirmation)))
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const later = await rotateAt(replica, confirmation)
    expect([later.status, later.offer.code]).toEqual([409, 'confirmation_invalid'])
    expect(later.offer.confirmation).not.toBe(confirmation)
    const rotations = await world.database.rows(
      sql`SELECT 1 FROM audit_entries WHERE action = 'client.secret.rotate' AND target_id = ${input.clientId}`,
    )
    expect(rotations).toHaveLength(1)
  })

  it('a refused call returns the note of the person, and stays refused', async () => {
    const { input, offer } = await asked()
    const note = 'Deactivate the account instead.'
    await world.ok(owner, 'approval_refuse', { approvalId: offer.confirmation, note })
    for (const _ of [1, 2])
      expect(await repeat(input, offer.confirmation)).toMatchObject({
        status: 403,
        offer: { code: 'approval_refused', approval: { status: 'refused', note } },
      })
    expect(await exists(input)).toBe(true)
  })

  it('a refusal stores the administrator who refused, and an approval names no such administrator', async () => {
    const refused = await asked()
    const suspended = await asked()
    const other = await asked()
    const { email } = await world.ok(owner, 'whoami', {})
    await world.ok(owner, 'approval_refuse', { approvalId: refused.offer.confirmation })
    await world.ok(owner, 'approval_approve', { approvalId: other.offer.confirmation })
    const refusedBy = async ({ offer: { confirmation } }: typeof refused) => {
      const { approvals } = await world.ok(owner, 'approval_list', {})
      const one = await world.ok(owner, 'approval_get', { approvalId: confirmation })
      expect(approvals.find(({ id }) => id === confirmation)).toEqual(one)
      return one.refusedBy
    }
    expect([await refusedBy(refused), await refusedBy(suspended), await refusedBy(other)]).toEqual([
      { accountId: owner.accountId, email },
      null,
      null,
    ])
    await world.ok(owner, 'approval_refuse_all', { approvalId: suspended.offer.confirmation })
    expect(await refusedBy(suspended)).toEqual({ accountId: owner.accountId, email })
    await world.database.run(sql`DELETE FROM agent_suspensions`)
  })

  it('a refused call stays refused after the approval time', async () => {
    const { input, offer } = await asked()
    await world.ok(owner, 'approval_refuse', { approvalId: offer.confirmation, note: 'No.' })
    await world.database.run(sql`
      UPDATE agent_approvals SET expires_at = now() - interval '1 hour', decided_at = now() - interval '1 day'
      WHERE id = ${offer.confirmation}`)
    expect(await repeat(input, offer.confirmation)).toMatchObject({
      status: 403,
      offer: { code: 'approval_refused', approval: { status: 'refused' } },
    })
  })

  it.each<[string, string, (id: string) => Promise<unknown>]>([
    [
      'expired',
      'approval_expired',
      (id) => world.database.run(sql`UPDATE agent_approvals SET expires_at = now() WHERE id = ${id}`),
    ],
    [
      'was shown a target that has changed since',
      'confirmation_invalid',
      async (id) => {
        const [row] = await world.database.rows<{ userId: string }>(
          sql`SELECT input->>'userId' AS "userId" FROM agent_approvals WHERE id = ${id}`,
        )
        await world.ok(owner, 'project_user_email_change', {
          projectId: world.project,
          userId: row?.userId ?? '',
          email: `moved-${id}@example.com`,
        })
      },
    ],
  ])('a call whose approval %s requests another approval with the code %s', async (_what, code, spoil) => {
    const { input, offer } = await asked()
    await approve(offer.confirmation)
    await spoil(offer.confirmation)
    const again = await repeat(input, offer.confirmation)
    expect([again.status, again.offer]).toMatchObject([409, { code }])
    expect(again.offer.confirmation).not.toBe(offer.confirmation)
    expect(await exists(input)).toBe(true)
  })

  it.each<[string, () => Promise<Person>]>([
    ['another administrator', () => world.agent(world.people.super, ['admin:high'])],
    [
      'another client of the same administrator',
      async () => {
        await world.database.run(sql`
          INSERT INTO agent_clients (id, client_id, name) VALUES ('agc_third', 'third', 'Third') ON CONFLICT DO NOTHING`)
        return agentOf(world, owner.accountId, ['admin:high'], { clientId: 'third' })
      },
    ],
  ])('an approval cannot be used by %s', async (_who, another) => {
    const { input, offer } = await asked(await another())
    await world.database.run(
      sql`UPDATE agent_approvals SET status = 'approved', decided_at = now() WHERE id = ${offer.confirmation}`,
    )
    expect((await repeat(input, offer.confirmation)).offer.code).toBe('confirmation_invalid')
    expect(await exists(input)).toBe(true)
  })

  it('an approval cannot be used with other arguments', async () => {
    const { offer } = await asked()
    await approve(offer.confirmation)
    const other = { projectId: world.project, userId: await makeUser(home()) }
    expect((await repeat(other, offer.confirmation)).offer.code).toBe('confirmation_invalid')
    expect(await exists(other)).toBe(true)
  })

  it('an approval shows the arguments without their secrets', async () => {
    const password = 'a secret nobody shows'
    const input = { projectId: world.project, userId: await makeUser(home()), password }
    const { body } = await world.call(agent, 'project_user_password_reset', input)
    const { confirmation } = body as unknown as Offer
    const approval = await world.ok(owner, 'approval_get', { approvalId: confirmation })
    expect(approval.input).toMatchObject({ userId: input.userId, password: '[redacted]' })
    expect(
      await world.database.rows(sql`SELECT 1 FROM agent_approvals a WHERE a::text LIKE ${`%${password}%`}`),
    ).toEqual([])
  })
})

describe('an approval:', () => {
  it('an approval is visible to its administrator only, also when others have more rights', async () => {
    const { offer } = await asked()
    const approvalId = offer.confirmation
    for (const name of ['approval_get', 'approval_approve', 'approval_refuse'] as const)
      expect((await world.call(world.people.super, name, { approvalId })).status).toBe(404)
    const { approvals } = await world.ok(world.people.super, 'approval_list', {})
    expect(approvals.map(({ id }) => id)).not.toContain(approvalId)
    expect((await world.ok(owner, 'approval_list', {})).approvals[0]).toMatchObject({
      id: approvalId,
      tool: 'project_user_delete',
      clientName: 'Signet agent',
      status: 'pending',
    })
  })

  it('an agent cannot approve its own call', async () => {
    const { offer } = await asked()
    const answer = await approve(offer.confirmation, agent)
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'console_only' }])
  })

  it('an approval is decided once when two decisions are concurrent', async () => {
    const { offer } = await asked()
    const approvalId = offer.confirmation
    const answers = await Promise.all([
      world.call(owner, 'approval_approve', { approvalId }),
      world.call(owner, 'approval_refuse', { approvalId }),
      world.call(owner, 'approval_approve', { approvalId }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })

  it('an approval of keys, settings and super administrator rights needs a sign-in within five minutes', async () => {
    const { super: boss } = world.people
    const bossAgent = await world.agent(boss, ['admin:high'])
    const { body } = await world.call(bossAgent, 'jwks_rotate', { alg: 'ES256' })
    const approvalId = (body as unknown as Offer).confirmation
    const signedIn = (minutesAgo: number) =>
      signIn(world, boss.accountId, { authenticatedAt: new Date(Date.now() - minutesAgo * 60_000) })
    for (const late of [boss, await signedIn(6)])
      expect((await approve(approvalId, late)).body).toMatchObject({ code: 'fresh_sign_in_required' })
    expect((await approve(approvalId, await signedIn(1))).body).toMatchObject({ status: 'approved' })
  })
})

it('an agent with the policy never has no high-consequence operation', async () => {
  await policy('never')
  const { status, offer } = await asked()
  expect([status, offer.code]).toEqual([403, 'insufficient_scope'])
  expect((await world.call(agent, 'whoami', {})).status).toBe(200)
  await policy('ask')
})

const toolsOfKind = (...kinds: readonly string[]) =>
  Object.values(operations)
    .filter((operation) => isTool(operation) && kinds.includes(operation.kind))
    .map(({ tool }) => tool as OperationName)

describe.each([
  ['ask', toolsOfKind('write', 'high_consequence')],
  ['self', toolsOfKind('high_consequence')],
] as const)('policy %s:', (approval, tools) => {
  it.each(someOf(tools))(
    'the operation %s takes exactly two calls, with any preview of its route',
    async (name) => {
      await policy(approval, ['writes'])
      const sample = samples[name] as (place: Place) => Promise<Record<string, unknown>>
      const { confirm: _confirm, expect: _expect, ...input } = await sample(home())
      const boss = await world.agent(world.people.super, ['admin:high', 'admin:write'])
      const first = await world.call(boss, name, input)
      expect([first.status, first.body]).toMatchObject([409, { code: 'confirmation_required' }])
      const { confirmation } = first.body as unknown as Offer
      await world.database.run(
        sql`UPDATE agent_approvals SET status = 'approved', decided_at = now() WHERE id = ${confirmation}`,
      )
      const second = await world.call(boss, name, input, { confirmation })
      expect(second.status, JSON.stringify(second.body)).toBeLessThan(300)
    },
  )
})
