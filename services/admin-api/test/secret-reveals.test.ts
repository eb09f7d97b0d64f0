import { idempotencyHeader } from '@signet/contracts'
import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptSecret } from './support/approvals.ts'
import { agentOf, type Person } from './support/people.ts'
import { agentClient, application } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agent: Person
beforeAll(async () => {
  world = await startWorld()
  agent = await world.agent(world.people.owner, ['admin:write'])
})
afterAll(() => world?.close())

const newApplication = () => ({ projectId: world.project, ...application, clientName: 'Back end' })

interface Answer {
  readonly clientId: string
  readonly clientSecret?: string
  readonly secretReveal?: { readonly url: string; readonly expiresAt: string }
}

async function create(by = agent, headers: Record<string, string> = {}): Promise<Answer> {
  const person = { ...by, headers: { ...by.headers, ...headers } }
  const { status, body } = await world.call(person, 'client_create', newApplication())
  expect(status).toBe(201)
  return body as unknown as Answer
}

const idOf = ({ secretReveal }: Answer) => secretReveal?.url.split('/').at(-1) ?? ''
const open = (revealId: string, by = world.people.owner) => world.call(by, 'secret_reveal_open', { revealId })

describe("secrets of an agent's call:", () => {
  it('a response contains a link instead of the secret', async () => {
    const answer = await create()
    expect(answer).not.toHaveProperty('clientSecret')
    expect(answer).toMatchObject({
      clientName: 'Back end',
      secretReveal: {
        url: expect.stringMatching(/\/admin\/secret-reveals\/rvl_/),
        expiresAt: expect.any(String),
      },
    })
    const left = Date.parse(answer.secretReveal?.expiresAt ?? '') - Date.now()
    expect(left).toBeGreaterThan(880_000)
    expect(left).toBeLessThanOrEqual(900_000)
  })

  it('a reveal names the agent that made the call when other agents are permitted', async () => {
    const other = await world.ok(world.people.super, 'agent_client_permit', agentClient())
    const revealId = idOf(await create())
    const shown = async () =>
      (await world.ok(world.people.owner, 'secret_reveal_get', { revealId })).clientName
    expect(await shown()).not.toBe(other.name)
    await world.database.run(
      sql`UPDATE secret_reveals SET client_id = ${other.clientId} WHERE id = ${revealId}`,
    )
    expect(await shown()).toBe(other.name)
  })

  it('a secret is read once by the administrator of the agent, and works', async () => {
    const answer = await create()
    const revealId = idOf(answer)
    expect(await world.ok(world.people.owner, 'secret_reveal_get', { revealId })).toMatchObject({
      tool: 'client_create',
      fields: ['clientSecret'],
      input: { clientName: 'Back end' },
    })
    const { body } = await open(revealId)
    const { clientSecret } = (body as { revealed: { clientSecret: string } }).revealed
    const [row] = await world.database.rows<{ secretDigest: string }>(
      sql`SELECT secret_digest AS "secretDigest" FROM clients WHERE id = ${answer.clientId}`,
    )
    expect(row?.secretDigest).toBe(digest(clientSecret))
    expect((await open(revealId)).status).toBe(404)
    const { status } = await world.call(world.people.owner, 'secret_reveal_get', { revealId })
    expect(status).toBe(404)
  })

  it('a repeated call with its idempotency key gets the same link, also after it was opened', async () => {
    const headers = { [idempotencyHeader]: 'once-and-again' }
    const input = { ...newApplication(), clientName: 'Repeated' }
    const send = async () =>
      (await world.call({ ...agent, headers: { ...agent.headers, ...headers } }, 'client_create', input)).body
    const first = (await send()) as unknown as Answer
    expect(await send()).toEqual(first)
    expect((await open(idOf(first))).status).toBe(200)
    const later = (await Promise.all([send(), send()])) as unknown as Answer[]
    expect(later).toEqual([first, first])
    expect((await open(idOf(first))).status).toBe(404)
    const left = await world.database.rows(
      sql`SELECT 1 FROM secret_reveals WHERE input->>'clientName' = 'Repeated'`,
    )
    expect(left).toEqual([])
  })

  it('a secret is returned to only one of two concurrent requests', async () => {
    const revealId = idOf(await create())
    const statuses = (await Promise.all([open(revealId), open(revealId)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404])
  })

  it('a secret is refused to another administrator, to the agent and after its expiry', async () => {
    const revealId = idOf(await create())
    expect((await open(revealId, world.people.super)).status).toBe(404)
    expect((await open(revealId, agent)).status).toBe(403)
    await world.database.run(sql`UPDATE secret_reveals SET expires_at = now() WHERE id = ${revealId}`)
    expect((await open(revealId)).status).toBe(404)
  })

  it('a reveal is not described to another administrator with the same right in the project', async () => {
    const revealId = idOf(await create())
    expect((await world.call(world.people.super, 'secret_reveal_get', { revealId })).status).toBe(404)
    expect((await world.call(world.people.owner, 'secret_reveal_get', { revealId })).status).toBe(200)
  })

  it('a reveal is not found for an administrator who lost the project since', async () => {
    const revealId = idOf(await create())
    const moveTo = (teamId: string) =>
      world.database.run(sql`UPDATE projects SET team_id = ${teamId} WHERE id = ${world.project}`)
    const [system] = await world.database.rows<{ id: string }>(sql`SELECT system_team_id AS id FROM instance`)
    await moveTo(system?.id ?? '')
    const { status } = await world.call(world.people.owner, 'secret_reveal_get', { revealId })
    expect([status, (await open(revealId)).status]).toEqual([404, 404])
    await moveTo(world.team)
    expect((await open(revealId)).status).toBe(200)
  })

  it('a secret is stored sealed, and the entry of its reader names the agent and the call without the secret', async () => {
    const revealId = idOf(await create())
    const [kept] = await world.database.rows<{ sealed: string; input: object }>(
      sql`SELECT sealed, input FROM secret_reveals WHERE id = ${revealId}`,
    )
    const { body } = await open(revealId)
    const { clientSecret } = (body as { revealed: { clientSecret: string } }).revealed
    expect(JSON.stringify(kept)).not.toContain(clientSecret)
    const [entry] = await world.database.rows<{ action: string; detail: object }>(
      sql`SELECT action, detail FROM audit_entries WHERE detail->>'secretReveal' = ${revealId}`,
    )
    expect(entry).toMatchObject({
      action: 'mcp.secret.reveal',
      detail: { clientId: 'signet-agent', tool: 'client_create' },
    })
    expect(JSON.stringify(entry)).not.toContain(clientSecret)
  })

  it('a secret is in the response to an agent with the entry value `values`, and in the console', async () => {
    const clientId = 'with-values'
    await world.ok(world.people.super, 'agent_client_permit', {
      clientId: 'https://agent.example/metadata.json',
      name: 'Values',
      secrets: 'values',
      approval: 'self',
    })
    await world.database.run(sql`UPDATE agent_clients SET client_id = ${clientId} WHERE name = 'Values'`)
    const scopes = ['admin:write']
    const permitted = await agentOf(world, world.people.owner.accountId, scopes, { clientId })
    for (const by of [permitted, world.people.owner]) {
      const answer = await create(by)
      expect(answer.clientSecret).toEqual(expect.any(String))
      expect(answer).not.toHaveProperty('secretReveal')
    }
  })

  it('a secret sealed for another instance or another row cannot be opened', async () => {
    const [one, two] = [
      await keptSecret(world, world.people.owner.accountId),
      await keptSecret(world, world.people.owner.accountId),
    ]
    await world.database.run(
      sql`UPDATE secret_reveals SET sealed = (SELECT sealed FROM secret_reveals WHERE id = ${one}) WHERE id = ${two}`,
    )
    expect((await open(two)).status).toBe(500)
  })
})
