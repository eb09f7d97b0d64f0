import { approvalCoolDownSeconds, maxPendingApprovals, type Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentOf, type Person } from './support/people.ts'
import { makeUser } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agent: Person
let owner: Person
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
  await world.database.run(
    sql`INSERT INTO agent_clients (id, client_id, name) VALUES ('agc_other', 'other', 'Other')`,
  )
  agent = await world.agent(owner, ['admin:read', 'admin:high'])
})
beforeEach(async () => {
  await world.database.run(sql`DELETE FROM agent_approvals`)
  await world.database.run(sql`DELETE FROM agent_suspensions`)
})
afterAll(() => world?.close())

interface Offer extends Problem {
  readonly confirmation: string
  readonly approval: { readonly status: string; readonly note?: string }
}

async function ask(by = agent, input?: Record<string, unknown>) {
  const home = { world, projectId: world.project, teamId: world.team }
  const deletion = input ?? { projectId: world.project, userId: await makeUser(home) }
  const { status, body } = await world.call(by, 'project_user_delete', deletion)
  return { status, input: deletion, offer: body as Offer }
}

const other = () => agentOf(world, owner.accountId, ['admin:read', 'admin:high'], { clientId: 'other' })

describe('pending approvals of an agent:', () => {
  it('an agent has at most five pending approvals for an administrator, and a decision allows another', async () => {
    const first = await ask()
    for (let waiting = 1; waiting < maxPendingApprovals; waiting += 1)
      expect((await ask()).offer.code).toBe('confirmation_required')
    const refused = await ask()
    expect([refused.status, refused.offer]).toMatchObject([
      429,
      { code: 'approval_limit', retryAfter: expect.any(Number) },
    ])
    expect((await ask(agent, first.input)).offer.confirmation).toBe(first.offer.confirmation)
    expect((await ask(await other())).offer.code).toBe('confirmation_required')
    expect((await ask(await world.agent(world.people.super, ['admin:high']))).offer.code).toBe(
      'confirmation_required',
    )
    await world.ok(owner, 'approval_approve', { approvalId: first.offer.confirmation })
    expect((await ask()).offer.code).toBe('confirmation_required')
  })

  it('five of twelve concurrent calls become pending approvals', async () => {
    const asked = await Promise.all(Array.from({ length: 12 }, () => ask()))
    const codes = asked.map(({ offer }) => offer.code)
    expect(codes.filter((code) => code === 'confirmation_required')).toHaveLength(maxPendingApprovals)
    expect(codes.filter((code) => code === 'approval_limit')).toHaveLength(12 - maxPendingApprovals)
  })

  it('expired approvals do not count towards the limit', async () => {
    for (let waiting = 0; waiting < maxPendingApprovals; waiting += 1) await ask()
    await world.database.run(sql`UPDATE agent_approvals SET expires_at = now()`)
    expect((await ask()).offer.code).toBe('confirmation_required')
  })
})

describe('after a refusal:', () => {
  const refuseOne = async () => {
    const one = await ask()
    await world.ok(owner, 'approval_refuse', { approvalId: one.offer.confirmation, note: 'No.' })
    return one
  }

  it('an agent requests no other approval for a minute after a refusal', async () => {
    await refuseOne()
    const next = await ask()
    expect([next.status, next.offer.code]).toEqual([429, 'approval_cool_down'])
    expect(next.offer.retryAfter).toBeGreaterThan(0)
    expect(next.offer.retryAfter).toBeLessThanOrEqual(approvalCoolDownSeconds)
    expect((await ask(await other())).offer.code).toBe('confirmation_required')
    await world.database.run(
      sql`UPDATE agent_approvals SET decided_at = now() - make_interval(secs => ${approvalCoolDownSeconds})
          WHERE status = 'refused'`,
    )
    expect((await ask()).offer.code).toBe('confirmation_required')
  })

  it('a refused call is refused again, also without its id', async () => {
    const { input, offer } = await refuseOne()
    const again = await ask(agent, input)
    expect([again.status, again.offer]).toMatchObject([
      403,
      { code: 'approval_refused', confirmation: offer.confirmation, approval: { note: 'No.' } },
    ])
  })

  it('an agent may read after a refusal', async () => {
    await refuseOne()
    expect((await world.call(agent, 'whoami', {})).status).toBe(200)
  })
})

describe('refusal with suspension:', () => {
  const suspend = (approvalId: string, by = owner) =>
    world.call(by, 'approval_refuse_all', { approvalId, note: 'Stop.' })

  it('a suspension refuses every pending or approved call, and the next call of the agent', async () => {
    const [first, second] = [await ask(), await ask()]
    await world.ok(owner, 'approval_approve', { approvalId: second.offer.confirmation })
    const { status, body } = await suspend(first.offer.confirmation)
    expect([status, body]).toMatchObject([200, { refused: 2, suspension: { clientId: 'signet-agent' } }])
    const rows = await world.database.rows(sql`SELECT DISTINCT status, note FROM agent_approvals`)
    expect(rows).toEqual([{ status: 'refused', note: 'Stop.' }])
    const call = await world.call(agent, 'whoami', {})
    expect([call.status, (call.body as Problem).detail]).toEqual([
      401,
      'The administrator suspended this agent.',
    ])
    const used = await world.call(agent, 'project_user_delete', second.input, {
      confirmation: second.offer.confirmation,
    })
    expect(used.status).toBe(401)
  })

  it('a suspension neither changes nor counts calls that were refused before', async () => {
    const [first, second] = [await ask(), await ask()]
    await world.ok(owner, 'approval_refuse', { approvalId: first.offer.confirmation, note: 'Earlier.' })
    const { body } = await suspend(second.offer.confirmation)
    expect(body).toMatchObject({ refused: 1 })
    const rows = await world.database.rows<{ note: string }>(
      sql`SELECT note FROM agent_approvals WHERE id = ${first.offer.confirmation}`,
    )
    expect(rows).toEqual([{ note: 'Earlier.' }])
  })

  it('a suspension applies to one administrator and one agent, until the administrator ends it', async () => {
    const { offer } = await ask()
    expect((await suspend(offer.confirmation, world.people.super)).status).toBe(404)
    await suspend(offer.confirmation)
    expect((await world.call(await other(), 'whoami', {})).status).toBe(200)
    const ofAnother = await world.agent(world.people.member, ['admin:read'])
    expect((await world.call(ofAnother, 'whoami', {})).status).toBe(200)

    const { suspensions } = await world.ok(owner, 'agent_suspension_list', {})
    expect(suspensions).toMatchObject([{ clientId: 'signet-agent', clientName: 'Signet agent' }])
    expect((await world.ok(world.people.super, 'agent_suspension_list', {})).suspensions).toEqual([])
    const suspensionId = suspensions[0]?.id ?? ''
    const foreign = await world.call(world.people.super, 'agent_suspension_end', { suspensionId })
    expect(foreign.status).toBe(404)
    expect((await world.call(agent, 'agent_suspension_end', { suspensionId })).status).toBe(401)
    await world.ok(owner, 'agent_suspension_end', { suspensionId })
    expect((await world.call(agent, 'whoami', {})).status).toBe(200)
  })
})

it('a decision about an expired approval is refused with a code of its own', async () => {
  const { offer } = await ask()
  await world.database.run(sql`UPDATE agent_approvals SET expires_at = now()`)
  for (const name of ['approval_approve', 'approval_refuse'] as const) {
    const late = await world.refused(owner, name, { approvalId: offer.confirmation })
    expect(late.code).toBe('approval_expired')
  }
})
