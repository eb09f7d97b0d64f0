import { type Problem, signingAlgorithms } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { publishedKey, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
let owner: World['people']['owner']
beforeEach(async () => {
  world ??= await startWorld()
  owner = world.people.owner
  const project = await world.ok(owner, 'project_create', {
    name: 'Keys',
    slug: unique('k'),
    teamId: world.team,
  })
  projectId = project.id
})
afterAll(() => world?.close())

const keys = async () => (await world.ok(owner, 'project_key_list', { projectId })).keys
const signers = async () => (await keys()).filter(({ state }) => state === 'signing')
const ready = () =>
  world.database.run(sql`UPDATE signing_keys SET promotable_at = now() WHERE key_set_id = ${projectId}`)
const rotate = () => world.ok(owner, 'project_key_rotate', { projectId, alg: 'ES256' })

describe('key set:', () => {
  test.each(signingAlgorithms)(
    'a key of %s is published immediately and returned without key material',
    async (alg) => {
      const key = await world.ok(owner, 'project_key_generate', { projectId, alg })
      expect(key).toMatchObject({ algorithm: alg, state: 'published', signedUntil: null, removableAt: null })
      expect(key.signingSince).toBeNull()
      expect(Date.parse(key.promotableAt ?? '') - Date.parse(key.createdAt)).toBe(60_000)
      expect(Object.keys(key)).not.toContain('d')
    },
  )

  test('readers of a project see the keys that wait only for their promotion, and other callers do not', async () => {
    const { kid } = await world.ok(owner, 'project_key_generate', { projectId, alg: 'PS384' })
    const waiting = async (who = owner) =>
      (await world.ok(who, 'project_key_ready_list', {})).keys.filter((key) => key.kid === kid)
    expect(await waiting()).toEqual([])
    await ready()
    expect(await waiting()).toMatchObject([{ projectId, algorithm: 'PS384' }])
    expect(await waiting(world.people.stranger)).toEqual([])
    await world.ok(owner, 'project_key_promote', { projectId, kid })
    expect(await waiting()).toEqual([])
  })

  test('a promotion inside the publication window is refused', async () => {
    const { kid } = await world.ok(owner, 'project_key_generate', { projectId, alg: 'ES256' })
    expect(await world.refused(owner, 'project_key_promote', { projectId, kid })).toMatchObject({
      code: 'key_not_promotable',
    })
  })

  test('a promotion makes the key the only signer of its algorithm, and the previous key still verifies', async () => {
    const kid = await publishedKey(world, projectId)
    const first = await world.ok(owner, 'project_key_promote', { projectId, kid })
    expect(first.demoted).toBeUndefined()
    expect(first.promoted).toMatchObject({ kid, state: 'signing', promotableAt: null })
    expect(Date.now() - Date.parse(first.promoted?.signingSince ?? '')).toBeLessThan(60_000)
    const { kid: next } = await world.ok(owner, 'project_key_generate', { projectId, alg: 'ES384' })
    await ready()
    const second = await world.ok(owner, 'project_key_promote', { projectId, kid: next })
    expect(second.demoted).toMatchObject({ kid, state: 'published' })
    expect(second.demoted?.signedUntil).not.toBeNull()
  })

  test('a rotation promotes a published key only, and never one that signed before', async () => {
    const [before] = (await signers()).filter(({ algorithm }) => algorithm === 'ES256')
    const first = await rotate()
    expect(first.promoted).toBeUndefined()
    expect(first.rotatableAt).toBe(first.generated.promotableAt)
    await ready()
    const second = await rotate()
    expect(second.promoted?.kid).toBe(first.generated.kid)
    expect(second.demoted?.kid).toBe(before?.kid)
    await ready()
    expect((await rotate()).promoted?.kid).toBe(second.generated.kid)
  })

  test('the audit entry of each change names the keys that it touched', async () => {
    const entryOf = async (action: string) =>
      (await world.ok(owner, 'audit_list', { project: projectId, action })).entries[0]
    const first = await rotate()
    expect(await entryOf('project.key.rotate')).toMatchObject({
      kid: first.generated.kid,
      detail: { generated: first.generated.kid },
    })
    await ready()
    const second = await rotate()
    expect(await entryOf('project.key.rotate')).toMatchObject({
      kid: second.generated.kid,
      detail: {
        generated: second.generated.kid,
        promoted: second.promoted?.kid,
        demoted: second.demoted?.kid,
      },
    })
    await ready()
    const kid = second.generated.kid
    await world.ok(owner, 'project_key_promote', { projectId, kid })
    expect(await entryOf('project.key.promote')).toMatchObject({
      kid,
      detail: { promoted: kid, demoted: second.promoted?.kid },
    })
    const { replacement } = await world.ok(owner, 'project_key_revoke', { projectId, kid, confirm: kid })
    expect(await entryOf('project.key.revoke')).toMatchObject({
      kid,
      detail: { replacement: replacement?.kid },
    })
  })

  test('each of two concurrent rotations has an entry that names the keys it touched', async () => {
    await rotate()
    await ready()
    const rotations = await Promise.all([rotate(), rotate()])
    const { entries } = await world.ok(owner, 'audit_list', {
      project: projectId,
      action: 'project.key.rotate',
    })
    for (const { generated, promoted, demoted } of rotations) {
      const [entry] = entries.filter(({ kid }) => kid === generated.kid)
      expect({ promoted: entry?.detail.promoted, demoted: entry?.detail.demoted }).toEqual({
        promoted: promoted?.kid,
        demoted: demoted?.kid,
      })
    }
  })

  test('a key that never signed is retired immediately, and one that signed after its tokens have expired', async () => {
    const fresh = await world.ok(owner, 'project_key_generate', { projectId, alg: 'ES256' })
    await world.ok(owner, 'project_key_retire', { projectId, kid: fresh.kid, confirm: fresh.kid })
    expect((await keys()).map(({ kid }) => kid)).not.toContain(fresh.kid)
    await rotate()
    await ready()
    const { demoted } = await rotate()
    const kid = demoted?.kid ?? ''
    const retired = await world.ok(owner, 'project_key_retire', { projectId, kid, confirm: kid })
    expect(retired.state).toBe('retired')
    expect(Date.parse(retired.removableAt ?? '')).toBe(Date.parse(demoted?.signedUntil ?? '') + 86_400_000)
    expect((await keys()).map((key) => key.kid)).toContain(kid)
  })

  test('a revoked signer is replaced with a ready key, or with a new one that signs immediately', async () => {
    const [signer] = (await signers()).filter(({ algorithm }) => algorithm === 'ES256')
    const kid = signer?.kid ?? ''
    const generated = await world.ok(owner, 'project_key_revoke', { projectId, kid, confirm: kid })
    expect(generated).toMatchObject({ replacementGenerated: true, replacement: { state: 'signing' } })
    const { kid: waiting } = await world.ok(owner, 'project_key_generate', { projectId, alg: 'ES256' })
    await ready()
    const now = generated.replacement?.kid ?? ''
    const replaced = await world.ok(owner, 'project_key_revoke', { projectId, kid: now, confirm: now })
    expect(replaced).toMatchObject({ replacementGenerated: false, replacement: { kid: waiting } })
    expect((await keys()).map((key) => key.kid)).not.toContain(kid)
  })

  test('a key set holds at most twelve keys when sixteen are generated concurrently', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, () =>
        world.call(owner, 'project_key_generate', { projectId, alg: 'EdDSA' }),
      ),
    )
    expect((await keys()).length).toBe(12)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => (body as Problem).reason)).toEqual(Array(7).fill('key_limit'))
  })

  test('a key set holds at most twelve keys when sixteen rotations run concurrently', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => world.call(owner, 'project_key_rotate', { projectId, alg: 'EdDSA' })),
    )
    expect((await keys()).length).toBe(12)
    const refused = replies.filter(({ status }) => status >= 400)
    expect(new Set(refused.map(({ body }) => (body as Problem).reason))).toEqual(new Set(['key_limit']))
  })

  test('each change of a key increments the version that every replica reads', async () => {
    const version = async () =>
      (
        await world.database.rows<{ version: number }>(
          sql`SELECT version FROM projects WHERE id = ${projectId}`,
        )
      )[0]?.version
    const before = await version()
    await world.ok(owner, 'project_key_generate', { projectId, alg: 'EdDSA' })
    expect(await version()).toBe(Number(before) + 1)
  })
})
