import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instanceSet, ownProject, publishedKey } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

async function operationsOf(owner: 'project' | 'instance') {
  const { projectId } = await ownProject(world)
  const isProject = owner === 'project'
  const call = (name: 'list' | 'promote' | 'retire' | 'revoke', kid?: string) => {
    const confirm = kid !== undefined && name !== 'promote' ? { confirm: kid } : {}
    const input = { ...(isProject ? { projectId } : {}), ...(kid === undefined ? {} : { kid }), ...confirm }
    return world.call(world.people.super, isProject ? `project_key_${name}` : `jwks_${name}`, input)
  }
  const listed = async () => {
    const { body } = await call('list')
    return (body as { keys: { kid: string; state: string }[] }).keys
  }
  return { set: isProject ? projectId : instanceSet, call, listed }
}

test.each(['project', 'instance'] as const)(
  'a retired key of the %s that signed is listed until it is removable, and is then hidden and not found',
  async (owner) => {
    const { set, call, listed } = await operationsOf(owner)
    const kid = await publishedKey(world, set)
    await world.database.run(
      sql`UPDATE signing_keys SET signed_until = now() WHERE key_set_id = ${set} AND kid = ${kid}`,
    )
    const { status, body } = await call('retire', kid)
    const { removableAt } = body as { removableAt: string }
    expect([status, Date.parse(removableAt) > Date.now()]).toEqual([200, true])
    expect(await listed()).toContainEqual(expect.objectContaining({ kid, state: 'retired', removableAt }))
    await world.database.run(
      sql`UPDATE signing_keys SET removable_at = now() WHERE key_set_id = ${set} AND kid = ${kid}`,
    )
    expect((await listed()).map((key) => key.kid)).not.toContain(kid)
    for (const name of ['promote', 'retire', 'revoke'] as const)
      for (const gone of [kid, 'unknown-key']) expect((await call(name, gone)).status, name).toBe(404)
  },
)

test.each(['project', 'instance'] as const)(
  'a revoked key of the %s is no longer listed, and is refused to be revoked again with 409',
  async (owner) => {
    const { set, call, listed } = await operationsOf(owner)
    const kid = await publishedKey(world, set)
    expect(await call('revoke', kid)).toMatchObject({ status: 200, body: { kid, replacement: null } })
    expect((await listed()).map((key) => key.kid)).not.toContain(kid)
    expect(await call('revoke', kid)).toMatchObject({ status: 409, body: { code: 'key_revoked' } })
  },
)
