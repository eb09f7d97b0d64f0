import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { application } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const create = (fields = {}) =>
  world.ok(world.people.owner, 'client_create', { projectId: world.project, ...application, ...fields })

const stored = async (clientId: string) =>
  (
    await world.database.rows<{ digest: string | null; sealed: string | null }>(
      sql`SELECT secret_digest AS digest, secret_sealed AS sealed FROM clients WHERE id = ${clientId}`,
    )
  )[0]

describe('secret of an application:', () => {
  test('a secret is returned once and stored only as a digest', async () => {
    const { clientId, clientSecret } = await create()
    expect(await stored(clientId)).toEqual({ digest: digest(clientSecret ?? ''), sealed: null })
    for (const reply of [
      await world.call(world.people.owner, 'client_get', { projectId: world.project, clientId }),
      await world.call(world.people.owner, 'client_list', { projectId: world.project }),
      await world.call(world.people.owner, 'audit_list', { project: world.project }),
    ])
      expect(reply.text).not.toContain(clientSecret)
  })

  test('a secret is stored sealed when it serves as a key', async () => {
    const { clientId } = await create({ tokenEndpointAuthMethod: 'client_secret_jwt' })
    expect((await stored(clientId))?.sealed).toEqual(expect.any(String))
  })

  test('a rotation replaces the secret and increments the version that every replica reads', async () => {
    const { clientId, clientSecret } = await create()
    const rotated = await world.ok(world.people.owner, 'client_secret_rotate', {
      projectId: world.project,
      clientId,
    })
    expect(rotated.clientSecret).not.toBe(clientSecret)
    expect((await stored(clientId))?.digest).toBe(digest(rotated.clientSecret))
  })

  test('an application that becomes confidential gets a secret, and a public one has none', async () => {
    const { clientId, clientSecret } = await create({ tokenEndpointAuthMethod: 'none' })
    expect(clientSecret).toBeUndefined()
    const updated = await world.ok(world.people.owner, 'client_update', {
      projectId: world.project,
      clientId,
      tokenEndpointAuthMethod: 'client_secret_post',
    })
    expect(updated.clientSecret).toEqual(expect.any(String))
  })

  test('a rotation states until when the previous secret is accepted, and its revocation ends it', async () => {
    const { clientId } = await create()
    const input = { projectId: world.project, clientId }
    const before = Date.now()
    await world.ok(world.people.owner, 'client_secret_rotate', { ...input, keepPreviousForHours: 24 })
    const { previousSecretExpiresAt, previousSecretUsedAt, secretChangedAt } = await world.ok(
      world.people.owner,
      'client_get',
      input,
    )
    const hours = (Date.parse(previousSecretExpiresAt ?? '') - before) / 3_600_000
    expect([Math.floor(hours), previousSecretUsedAt]).toEqual([24, null])
    expect(Date.parse(secretChangedAt ?? '')).toBeGreaterThanOrEqual(before)
    await world.ok(world.people.owner, 'client_previous_secret_revoke', input)
    expect(await world.ok(world.people.owner, 'client_get', input)).toMatchObject({
      previousSecretExpiresAt: null,
    })
  })

  test('a second rotation keeps only the secret before it, and a rotation without hours keeps none', async () => {
    const { clientId } = await create()
    const input = { projectId: world.project, clientId }
    const previous = async () =>
      (
        await world.database.rows<{ digest: string | null }>(
          sql`SELECT previous_secret_digest AS digest FROM clients WHERE id = ${clientId}`,
        )
      )[0]?.digest
    const first = await world.ok(world.people.owner, 'client_secret_rotate', {
      ...input,
      keepPreviousForHours: 1,
    })
    await world.ok(world.people.owner, 'client_secret_rotate', { ...input, keepPreviousForHours: 720 })
    expect(await previous()).toBe(digest(first.clientSecret))
    await world.ok(world.people.owner, 'client_secret_rotate', input)
    expect(await previous()).toBeNull()
  })
})

test('sixteen concurrent changes of one project all succeed, one after the other', async () => {
  const version = async () =>
    (
      await world.database.rows<{ version: number }>(
        sql`SELECT version FROM projects WHERE id = ${world.project}`,
      )
    )[0]?.version ?? 0
  const before = await version()
  await Promise.all(Array.from({ length: 16 }, () => create()))
  expect(await version()).toBe(before + 16)
  const [deadlocks] = await world.database.rows<{ seen: number }>(
    sql`SELECT deadlocks AS seen FROM pg_stat_database WHERE datname = current_database()`,
  )
  expect(deadlocks?.seen).toBe(0)
})
