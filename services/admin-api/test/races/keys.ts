import { sql } from '@signet/db'
import { ownProject } from '../support/things.ts'
import type { World } from '../support/world.ts'
import type { Race } from './race.ts'

const alg = 'ES256'

const ready = (world: World, projectId: string) =>
  world.database.run(sql`
    UPDATE signing_keys SET promotable_at = now() WHERE key_set_id = ${projectId} AND state = 'published'`)

const oneSigner: Race = {
  invariant: 'an algorithm has one signing key during concurrent promotions, rotations and revocations',
  refusals: ['key_not_promotable', 'key_revoked', 'key_signing', 'key_limit', 'not_found'],
  async prepare(world) {
    const one = await ownProject(world)
    const { owner } = world.people
    const kids: string[] = []
    for (let made = 0; made < 3; made += 1)
      kids.push((await world.ok(owner, 'project_key_generate', { ...one, alg })).kid)
    await ready(world, one.projectId)
    const [signer] = await world.database.rows<{ kid: string }>(sql`
      SELECT kid FROM signing_keys WHERE key_set_id = ${one.projectId} AND algorithm = ${alg} AND state = 'signing'`)
    const signing = signer?.kid ?? ''
    return {
      racers: [
        ...kids.map((kid) => [owner, 'project_key_promote', { ...one, kid }] as const),
        [owner, 'project_key_rotate', { ...one, alg }],
        [owner, 'project_key_revoke', { ...one, kid: signing, confirm: signing }],
        [owner, 'project_key_rotate', { ...one, alg }],
      ],
      async holds() {
        const signers = await world.database.rows(sql`
          SELECT kid FROM signing_keys WHERE key_set_id = ${one.projectId} AND algorithm = ${alg} AND state = 'signing'`)
        return signers.length === 1 ? undefined : `${signers.length} keys sign`
      },
    }
  },
}

const twelveKeys: Race = {
  invariant: 'a key set holds at most twelve keys',
  refusals: ['key_limit'],
  async prepare(world) {
    const one = await ownProject(world)
    await world.database.run(sql`
      INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, promotable_at, created_at)
      SELECT ${one.projectId}, ${one.projectId} || n, 'ES384', 'published', '{}'::jsonb, now(), now() - interval '2 days'
      FROM generate_series(1, 10 - (SELECT count(*)::int FROM signing_keys WHERE key_set_id = ${one.projectId})) n`)
    return {
      racers: Array.from(
        { length: 6 },
        () => [world.people.owner, 'project_key_generate', { ...one, alg }] as const,
      ),
      async holds() {
        const held = await world.database.rows(
          sql`SELECT kid FROM signing_keys WHERE key_set_id = ${one.projectId} AND state <> 'revoked'`,
        )
        return held.length === 12 ? undefined : `it holds ${held.length}`
      },
    }
  },
}

export const keyRaces: readonly Race[] = [oneSigner, twelveKeys]
