import { sql } from '@signet/db'
import { expect, onTestFinished, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { ownProject } from '../../../test/support/things.ts'
import { startWorld } from '../../../test/support/world.ts'

interface Preview {
  readonly expect: object
}

test('an adoption changes at most 1,000 users in one call and counts the others', async () => {
  const world = await startWorld()
  onTestFinished(() => world.close())
  const at = await connection({ world, ...(await ownProject(world)) })
  await world.database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key, email_verified, password_hash)
    SELECT ${at.projectId}, 'usr_many' || n, address, address, true, 'x'
    FROM (SELECT n, 'many' || n || '@large.example' AS address FROM generate_series(1, 1_003) n) users`)
  const adopt = async () => {
    const input = { ...at, domains: ['large.example'] }
    const { body } = await world.call(world.people.owner, 'provisioning_users_adopt', input)
    const counts = (body as Preview).expect
    const answer = await world.call(world.people.owner, 'provisioning_users_adopt', {
      ...input,
      confirm: true,
      expect: counts,
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  expect(await adopt()).toMatchObject({ users: 1_000, remaining: 3 })
  expect(await adopt()).toMatchObject({ users: 3, remaining: 0 })
})
