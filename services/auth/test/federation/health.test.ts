import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Auth, startAuth } from '../support/harness.ts'
import { startCraftedProvider } from './crafted-provider.ts'
import { existing } from './people.ts'
import { projectWith, signInThrough } from './world.ts'

let auth: Auth
let upstream: Awaited<ReturnType<typeof startCraftedProvider>>
beforeAll(async () => {
  upstream = await startCraftedProvider()
  auth = await startAuth([upstream.pair])
})
afterAll(async () => {
  await auth?.close()
  await upstream?.close()
})

test('a provider fails from the first failure after a success until a user signs in or is refused', async () => {
  const project = await projectWith(auth, upstream)
  const since = async () =>
    (
      await auth.database.rows<{ since: Date | null }>(sql`
        SELECT failing_since AS since FROM identity_providers WHERE project_id = ${project.id}`)
    )[0]?.since
  const fail = async () => {
    upstream.misbehave({ idToken: 'none' })
    // A failure is recorded at most once in five seconds.
    await auth.database.run(
      sql`UPDATE identity_providers SET last_failure_at = now() - interval '1 hour' WHERE project_id = ${project.id}`,
    )
    await signInThrough(auth, project)
    return since()
  }
  const signIn = async () => {
    upstream.misbehave()
    await signInThrough(auth, project)
  }
  await signIn()
  expect(await since()).toBeNull()
  const first = await fail()
  expect(first).toBeInstanceOf(Date)
  expect(await fail()).toEqual(first)
  await signIn()
  expect(await since()).toBeNull()

  await fail()
  const id = await existing({ auth, upstream }, project, { email: 'locked@corp.example' })
  await auth.database.run(sql`UPDATE accounts SET locked_at = now() WHERE project_id = ${project.id}`)
  await auth.database.run(sql`
    UPDATE identities SET account_id = ${id} WHERE project_id = ${project.id} AND subject = 'crafted'`)
  await signIn()
  expect(await since()).toBeNull()
})
