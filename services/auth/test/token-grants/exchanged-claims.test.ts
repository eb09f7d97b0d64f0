import type { StoredClaim } from '@signet/contracts'
import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Auth, setSetting, startAuth } from '../support/harness.ts'
import { billing, type Exchanging, orders, startExchange, stock } from './exchanging.ts'

let auth: Auth
let at: Exchanging
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'acrValues', { 'urn:example:password': ['pwd'] })
})
beforeEach(async () => {
  at = await startExchange(auth)
  await auth.database.run(sql`
    INSERT INTO groups (project_id, id, display_name, display_name_key, updated_at)
    VALUES (${at.project.id}, 'staff', 'Staff', 'staff', now())`)
  await auth.database.run(sql`
    INSERT INTO group_members (project_id, group_id, account_id) VALUES (${at.project.id}, 'staff', ${at.user.id})`)
})
afterAll(() => auth?.close())

async function declare(identifier: string, claims: readonly StoredClaim[]): Promise<void> {
  await auth.database.run(sql`
    UPDATE resources SET declared_claims = ${JSON.stringify(claims)}::jsonb
    WHERE project_id = ${at.project.id} AND identifier = ${identifier}`)
  await auth.database.transaction((tx) => bumpProject(tx, at.project.id))
}

const claimsOf = (token: unknown) => decodeJwt(String(token))
const exchanged = async (token: string | undefined, resource = billing) =>
  (await at.exchange(token, { resource })).body.access_token

describe('claims of an exchanged token:', () => {
  it('a token with groups is exchanged for one with the present groups, as a JWT and as an opaque token', async () => {
    const { access_token: subject } = await at.tokens({ scope: 'openid groups read' })
    expect(claimsOf(subject)).toMatchObject({ groups: ['Staff'] })
    expect(claimsOf(await exchanged(subject))).toMatchObject({ groups: ['Staff'] })
    expect(await at.introspect(await exchanged(subject, stock))).toMatchObject({ groups: ['Staff'] })
    await auth.database.run(sql`DELETE FROM group_members WHERE project_id = ${at.project.id}`)
    expect(claimsOf(await exchanged(subject))).toMatchObject({ groups: [] })
  })

  it('a token without groups is not exchanged for one with groups, also when an earlier sign-in released them', async () => {
    await at.tokens({ scope: 'openid groups read' })
    const { access_token: subject } = await at.tokens({ scope: 'openid read' })
    expect(claimsOf(subject)).not.toHaveProperty('groups')
    expect(claimsOf(await exchanged(subject))).not.toHaveProperty('groups')
  })

  it('declared claims of the API equal those in a token of the sign-in for this API', async () => {
    await declare(billing, [
      { claim: 'mail', source: 'email', condition: { scope: 'email' } },
      { claim: 'phone', source: 'phoneNumber', condition: { scope: 'phone' } },
      { claim: 'teams', source: 'groupNames' },
      { claim: 'methods', source: 'amr' },
      { claim: 'class', source: 'acr' },
    ])
    const scope = 'openid email'
    const { access_token: direct } = await at.tokens({ resource: billing, scope: `${scope} charge` })
    const { mail, phone, teams, methods, class: level } = claimsOf(direct)
    const expected = {
      mail: at.user.email,
      teams: ['Staff'],
      methods: ['pwd'],
      class: 'urn:example:password',
    }
    expect({ mail, teams, methods, class: level }).toEqual(expected)
    expect(phone).toBeUndefined()
    const { access_token: subject } = await at.tokens({ scope: `${scope} read` })
    const token = claimsOf(await exchanged(subject))
    expect(token).toMatchObject(expected)
    expect(token).not.toHaveProperty('phone')
  })

  it('a chain of exchanges has the facts of the first sign-in', async () => {
    await declare(orders, [{ claim: 'methods', source: 'amr' }])
    const { access_token: subject } = await at.tokens({ scope: 'openid groups read' })
    const first = await exchanged(subject)
    const next = await at.machine({ exchange_audiences: [billing] })
    const { body } = await at.exchange(String(first), { resource: orders }, next)
    expect(claimsOf(body.access_token)).toMatchObject({ groups: ['Staff'], methods: ['pwd'] })
  })
})
