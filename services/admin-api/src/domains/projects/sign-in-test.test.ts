import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { application } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { endLapsedTests } from './sign-in-test.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const proof = { codeVerifier: 'v'.repeat(43), nonce: 'n'.repeat(16) }

const begin = () => world.ok(world.people.owner, 'project_sign_in_test_start', { projectId: world.project })

const finish = (clientId: string) =>
  world.call(world.people.owner, 'project_sign_in_test_finish', {
    projectId: world.project,
    clientId,
    ...proof,
  })

const rowOf = async (clientId: string) =>
  (
    await world.database.rows(sql`
      SELECT built_in, redirect_uris, token_endpoint_auth_method FROM clients WHERE id = ${clientId}`)
  )[0]

describe('sign-in test:', () => {
  test('the application of a sign-in test redirects only to the console, authenticates with PKCE only, and is in no list', async () => {
    const { clientId, redirectUri } = await begin()
    expect(await rowOf(clientId)).toEqual({
      built_in: true,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    })
    expect(new URL(redirectUri).pathname).toBe('/admin/sign-in-test')
    const { clients } = await world.ok(world.people.owner, 'client_list', { projectId: world.project })
    expect(clients.map((client) => client.clientId)).not.toContain(clientId)
  })

  test('a sign-in test is finished once, and its application is deleted, with a sign-in or without', async () => {
    const { clientId } = await begin()
    expect((await finish(clientId)).body).toMatchObject({ status: 'failed' })
    expect(await rowOf(clientId)).toBeUndefined()
    expect((await finish(clientId)).status).toBe(404)
  })

  test("the start and the end of a sign-in test increment the project's version, so that no issuer keeps the application", async () => {
    const version = async () =>
      (
        await world.database.rows<{ version: number }>(
          sql`SELECT version FROM projects WHERE id = ${world.project}`,
        )
      )[0]?.version ?? 0
    const before = await version()
    const { clientId } = await begin()
    const begun = await version()
    await finish(clientId)
    expect(begun).toBeGreaterThan(before)
    expect(await version()).toBeGreaterThan(begun)
  })

  test('the result states a problem without its description when there is none', async () => {
    const { clientId } = await begin()
    const { body } = await world.call(world.people.owner, 'project_sign_in_test_finish', {
      projectId: world.project,
      clientId,
      code: 'unknown',
      ...proof,
    })
    expect(body).toMatchObject({ status: 'failed', problem: expect.stringMatching(/./) })
    expect((body as { problem: string }).problem).not.toMatch(/undefined|: $/)
  })

  test('a sign-in test cannot end another application', async () => {
    const { clientId } = await world.ok(world.people.owner, 'client_create', {
      projectId: world.project,
      ...application,
    })
    expect((await finish(clientId)).status).toBe(404)
    expect(await rowOf(clientId)).toBeDefined()
  })

  test('a sign-in test that is not finished ends after fifteen minutes', async () => {
    const [lapsed, young] = [await begin(), await begin()]
    await world.database.run(
      sql`UPDATE clients SET created_at = now() - interval '16 minutes' WHERE id = ${lapsed.clientId}`,
    )
    await endLapsedTests(world.database)
    expect(await rowOf(lapsed.clientId)).toBeUndefined()
    expect(await rowOf(young.clientId)).toBeDefined()
  })
})
