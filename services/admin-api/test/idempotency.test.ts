import { createHash, randomUUID } from 'node:crypto'
import { idempotencyHeader, type OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { createVault, newSecretKey, secretKeys } from '@signet/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from './support/people.ts'
import { makeUser } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const call = (
  name: OperationName,
  input: Record<string, unknown>,
  key: string,
  {
    by = world.people.owner,
    at = world as Pick<World, 'call'>,
    confirmation = undefined as string | undefined,
  } = {},
) =>
  at.call(by, name, input, {
    headers: { [idempotencyHeader]: key },
    ...(confirmation ? { confirmation } : {}),
  })

let made = 0
const newUser = () => {
  made += 1
  return { projectId: world.project, email: `once-${made}@example.com` }
}
const count = async (email: string) =>
  (await world.database.rows(sql`SELECT 1 FROM accounts WHERE email = ${email}`)).length

describe('idempotency keys:', () => {
  it('a repeated change gets the same response and is made once', async () => {
    const [input, key] = [newUser(), randomUUID()]
    const first = await call('project_user_create', input, key)
    const again = await call('project_user_create', input, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await count(input.email)).toBe(1)
    const entries = await world.database.rows(
      sql`SELECT 1 FROM audit_entries WHERE target_id = ${String((first.body as { id: string }).id)}`,
    )
    expect(entries).toHaveLength(1)
  })

  it('a change that is sent to two replicas concurrently is made once, with one response', async () => {
    const [input, key] = [newUser(), randomUUID()]
    const replica = await world.startReplica()
    const answers = await Promise.all(
      [world, replica, world, replica].map((at) => call('project_user_create', input, key, { at })),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await count(input.email)).toBe(1)
  })

  it('a repeated change returns the secret of the first response, which is stored sealed', async () => {
    const key = randomUUID()
    const input = {
      projectId: world.project,
      clientName: 'Once',
      grantTypes: ['client_credentials'],
      tokenEndpointAuthMethod: 'client_secret_basic',
    }
    const first = (await call('client_create', input, key)).body as unknown as { clientSecret: string }
    expect((await call('client_create', input, key)).body).toMatchObject({ clientSecret: first.clientSecret })
    expect(
      await world.database.rows(
        sql`SELECT 1 FROM idempotency_keys k WHERE k::text LIKE ${`%${first.clientSecret}%`}`,
      ),
    ).toEqual([])
  })

  it('a stored key has no digest that a reader of the database could compare with guesses', async () => {
    const [input, key] = [{ ...newUser(), password: 'correct horse' }, randomUUID()]
    await call('project_user_create', input, key)
    const texts = [key, `${world.people.owner.accountId} console ${key}`, JSON.stringify(input)]
    const sorted = JSON.stringify(
      Object.fromEntries(Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    )
    const guesses = [...texts, sorted].map((text) => createHash('sha256').update(text).digest('base64url'))
    const found = await world.database.rows(sql`
      SELECT 1 FROM idempotency_keys WHERE digest = ANY(${guesses}) OR arguments_digest = ANY(${guesses})`)
    expect(found).toEqual([])
  })

  it('a key is found after a rotation of the secret keys', async () => {
    const [input, key] = [newUser(), randomUUID()]
    const first = await call('project_user_create', input, key)
    const rotated = createVault([
      ...secretKeys(newSecretKey('later')),
      ...secretKeys(world.deps.config.SIGNET_SECRET_KEYS),
    ])
    const replica = await world.startReplica({ vault: rotated })
    const again = await call('project_user_create', input, key, { at: replica })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await count(input.email)).toBe(1)
  })

  it('a key is refused with other arguments or for another operation', async () => {
    const [input, key] = [newUser(), randomUUID()]
    await call('project_user_create', input, key)
    for (const [name, other] of [
      ['project_user_create', newUser()],
      ['project_create', { name: 'Other' }],
    ] as const)
      expect((await call(name, other, key)).body).toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('a key is refused with the same arguments for another operation, which changes nothing', async () => {
    const input = {
      projectId: world.project,
      userId: await makeUser({ world, projectId: world.project, teamId: world.team }),
    }
    const key = randomUUID()
    await world.ok(world.people.owner, 'project_user_lock', { ...input, reason: 'Lost laptop' })
    expect((await call('project_user_sign_out', input, key)).status).toBe(200)
    expect((await call('project_user_unlock', input, key)).body).toMatchObject({
      code: 'idempotency_key_reused',
    })
    expect(await world.ok(world.people.owner, 'project_user_get', input)).toMatchObject({ status: 'locked' })
  })

  it('a key of another caller is another key', async () => {
    const key = randomUUID()
    const agent = await world.agent(world.people.owner, ['admin:write'])
    const statuses = async (by: Person) => (await call('project_user_create', newUser(), key, { by })).status
    expect([await statuses(world.people.owner), await statuses(agent)]).toEqual([201, 201])
  })

  it('a refused change releases its key', async () => {
    const [input, key] = [newUser(), randomUUID()]
    expect((await call('project_user_create', { ...input, email: 'none' }, key)).status).toBe(422)
    expect((await call('project_user_create', input, key)).status).toBe(201)
  })

  it('a key of an agent is valid for the first call and for the confirmed call', async () => {
    const agent = await world.agent(world.people.owner, ['admin:high'])
    const input = {
      projectId: world.project,
      userId: await makeUser({ world, projectId: world.project, teamId: world.team }),
    }
    const key = randomUUID()
    const { body } = await call('project_user_delete', input, key, { by: agent })
    const { confirmation } = body as unknown as { confirmation: string }
    const confirmed = { by: agent, confirmation }
    expect((await call('project_user_delete', input, key, confirmed)).status).toBe(204)
    expect((await call('project_user_delete', input, key, confirmed)).status).toBe(204)
  })

  it('a key expires after a day, and can be used again after its process stopped', async () => {
    const [input, key] = [newUser(), randomUUID()]
    await call('project_user_create', input, key)
    await world.database.run(
      sql`UPDATE idempotency_keys SET answer_sealed = NULL, created_at = now() - interval '2 min'`,
    )
    expect((await call('project_user_create', input, key)).body).toMatchObject({ code: 'email_taken' })
    const other = newUser()
    await call('project_user_create', other, key)
    await world.database.run(sql`UPDATE idempotency_keys SET expires_at = now()`)
    expect((await call('project_user_create', newUser(), key)).status).toBe(201)
  })

  it('a change in progress is not made twice', async () => {
    const [input, key] = [newUser(), randomUUID()]
    await call('project_user_create', input, key)
    await world.database.run(sql`UPDATE idempotency_keys SET answer_sealed = NULL, created_at = now()`)
    const answer = await call('project_user_create', input, key)
    expect(answer.body).toMatchObject({ code: 'idempotency_in_progress', retryAfter: 1 })
  })
})
