import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Auth } from '../support/harness.ts'
import { directory, email, existing, type Federation, outcome, words } from './people.ts'
import { type FederatedProject, projectWith, startFederation, type Upstream } from './world.ts'

let world: Federation
let auth: Auth
let upstream: Upstream
beforeAll(async () => {
  world = await startFederation()
  ;({ auth, upstream } = world)
})
beforeEach(() => upstream.become())
afterAll(() => world?.close())

const objectId = '5f0ee5fd-0000-4000-8000-000000000001'
const person = { sub: 'pairwise', oid: objectId, email }

async function mistaken({ claim = 'oid', externalId = 'ada', attribute = 'externalId' } = {}) {
  const project = await projectWith(auth, upstream)
  await directory(world, project, { claim, attribute })
  const id = await existing(world, project, {
    columns: sql`connection_id = 'con', external_id = ${externalId}, username = ${email}, username_key = ${email}`,
  })
  return { project, id }
}

const detailOf = async ({ id }: FederatedProject): Promise<string | null | undefined> =>
  (
    await auth.database.rows<{ detail: string | null }>(
      sql`SELECT last_failure->>'detail' AS detail FROM identity_providers WHERE project_id = ${id}`,
    )
  )[0]?.detail

const listed = ({ id }: FederatedProject) =>
  auth.database.rows<object>(
    sql`SELECT account_id AS id, claim, stated, attribute FROM unmatched_users WHERE project_id = ${id}`,
  )

describe('refused sign-in at the provider of a directory:', () => {
  test('the refusal states the value of the claim and the stored one of the user with this address', async () => {
    const { project, id } = await mistaken()
    expect(await outcome(world, project, person)).toBe(words.inUse)
    expect(await detailOf(project)).toBe(
      `No user of the directory has externalId = ${objectId}. One has the address of this sign-in, and externalId = ada. Map the attribute of the claim oid to externalId in the directory, or change the claim of the connection.`,
    )
    expect(await listed(project)).toEqual([{ id, claim: 'oid', stated: objectId, attribute: 'externalId' }])
  })

  test('the user is also found by the user name when the ID token has no address', async () => {
    const { project, id } = await mistaken()
    const { email: _absent, ...nameless } = person
    await outcome(world, project, { ...nameless, preferred_username: email.toUpperCase() })
    expect(await listed(project)).toMatchObject([{ id }])
  })

  test('no user is listed when none has the address', async () => {
    const { project } = await mistaken()
    await outcome(world, project, { ...person, email: 'other@example.com' })
    expect(await detailOf(project)).toBe(
      `No user of the directory has externalId = ${objectId}, and none has the address of this sign-in.`,
    )
    expect(await listed(project)).toEqual([])
  })

  test('the refusal states a missing claim', async () => {
    const { project } = await mistaken({ claim: 'employee_number' })
    await outcome(world, project, person)
    expect(await detailOf(project)).toContain('has no usable claim employee_number')
  })

  test('a deactivated user with the stated value is not listed', async () => {
    const { project, id } = await mistaken({ externalId: objectId })
    await auth.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`)
    expect(await outcome(world, project, person)).toBe(words.notAllowed)
    expect([await detailOf(project), await listed(project)]).toEqual([null, []])
  })

  test('a linked user who is deactivated is not listed', async () => {
    const { project, id } = await mistaken()
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${project.id}, 'corp', ${upstream.issuer}, ${person.sub}, ${id})`)
    await auth.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`)
    expect(await outcome(world, project, person)).toBe(words.notAllowed)
    expect([await detailOf(project), await listed(project)]).toEqual([null, []])
  })

  test('the user signs in after the directory corrected the value', async () => {
    const { project, id } = await mistaken()
    await outcome(world, project, person)
    await auth.database.run(sql`UPDATE accounts SET external_id = ${objectId} WHERE id = ${id}`)
    expect(await outcome(world, project, person)).toBe(id)
  })
})
