import { sql } from '@signet/db'
import { recordTrial } from '@signet/federation'
import { digest } from '@signet/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { provider } from '../../../test/support/directories.ts'
import { ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
beforeEach(async () => {
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

describe('trial sign-in:', () => {
  test('a trial starts at the address of the project, waits, and returns its result to the holder of its reference', async () => {
    const one = await provider({ world, projectId })
    const { tryRef, url } = await world.ok(owner, 'federation_provider_try', one)
    const { issuer } = await world.ok(owner, 'project_get', { projectId })
    expect(url).toBe(`${issuer}/federation/${one.providerId}/try?ref=${tryRef}`)
    const read = () => world.ok(owner, 'federation_provider_try_get', { ...one, tryRef })
    expect(await read()).toEqual({ status: 'pending' })
    const { database } = world
    const at = [projectId, digest(tryRef)] as const
    expect(await database.transaction((tx) => recordTrial(tx, ...at, { claims: { sub: 'u1' } }))).toBe(true)
    expect(await database.transaction((tx) => recordTrial(tx, ...at, { problem: 'late' }))).toBe(false)
    expect(await read()).toEqual({ status: 'succeeded', claims: { sub: 'u1' } })
    const stored = await database.rows<{ digest: string }>(
      sql`SELECT id || state_digest AS digest FROM federation_transactions WHERE project_id = ${projectId}`,
    )
    expect(JSON.stringify(stored)).not.toContain(tryRef)
  })

  test('a failed trial states its problem', async () => {
    const one = await provider({ world, projectId })
    const { tryRef } = await world.ok(owner, 'federation_provider_try', one)
    await world.database.transaction((tx) =>
      recordTrial(tx, projectId, digest(tryRef), { problem: 'the issuer does not match' }),
    )
    expect(await world.ok(owner, 'federation_provider_try_get', { ...one, tryRef })).toEqual({
      status: 'failed',
      problem: 'the issuer does not match',
    })
  })

  test('a trial that was not finished has failed, and a reference of another provider is not found', async () => {
    const one = await provider({ world, projectId })
    const { tryRef } = await world.ok(owner, 'federation_provider_try', one)
    const other = await provider({ world, projectId })
    expect((await world.call(owner, 'federation_provider_try_get', { ...other, tryRef })).status).toBe(404)
    await world.database.run(
      sql`UPDATE federation_transactions SET expires_at = now() WHERE project_id = ${projectId}`,
    )
    expect(await world.ok(owner, 'federation_provider_try_get', { ...one, tryRef })).toMatchObject({
      status: 'failed',
    })
  })
})

test('the audit of a provider lists the changes of this provider only, newest first', async () => {
  const one = await provider({ world, projectId })
  const other = await provider({ world, projectId })
  await world.ok(owner, 'federation_provider_move', { ...other, direction: 'up' })
  await world.ok(owner, 'federation_provider_update', { ...one, displayName: 'Acme' })
  await world.ok(owner, 'federation_provider_delete', one)
  const { entries, total } = await world.ok(owner, 'audit_list', {
    project: projectId,
    provider: one.providerId,
  })
  expect(entries.map(({ action }) => action)).toEqual([
    'federation.provider.delete',
    'federation.provider.update',
    'federation.provider.create',
  ])
  expect(total).toBe(3)
})
