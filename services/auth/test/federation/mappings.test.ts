import type { ServerResponse } from 'node:http'
import { createGroup } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeUser, password, startAuth } from '../support/harness.ts'
import { arrivalOf } from '../support/journey.ts'
import { startCraftedProvider } from './crafted-provider.ts'
import { directory, existing } from './people.ts'
import { accountsOf, type FederatedProject, projectWith, signInThrough } from './world.ts'

let auth: Auth
let upstream: Awaited<ReturnType<typeof startCraftedProvider>>
let project: FederatedProject
beforeAll(async () => {
  upstream = await startCraftedProvider()
  auth = await startAuth([upstream.pair])
})
beforeEach(async () => {
  project = await projectWith(auth, upstream, { emailTrusted: true })
})
afterAll(async () => {
  await auth?.close()
  await upstream?.close()
})

interface Mapping {
  readonly groupsClaim?: string
  readonly groups?: Readonly<Record<string, string>>
  readonly claims?: readonly { claim: string; name: string }[]
}

const createGroups = async (...names: readonly string[]) => {
  for (const displayName of names)
    await createGroup(auditedBefore(auth.database), { projectId: project.id, id: displayName, displayName })
}

async function map({ groupsClaim, groups = {}, claims = [] }: Mapping): Promise<void> {
  await createGroups(...new Set(Object.values(groups)))
  await auth.database.run(sql`
    UPDATE identity_providers SET groups_claim = ${groupsClaim ?? null}, claim_mappings = ${JSON.stringify(claims)}::jsonb
    WHERE project_id = ${project.id}`)
  for (const [value, group] of Object.entries(groups))
    await auth.database.run(sql`
      INSERT INTO provider_group_mappings (project_id, provider_id, group_id, value, position)
      VALUES (${project.id}, 'corp', ${group}, ${value}, 1)`)
}

async function signIn(claims: Readonly<Record<string, unknown>>): Promise<void> {
  upstream.misbehave({ claims })
  expect(arrivalOf((await signInThrough(auth, project)).end).searchParams.get('error')).toBeNull()
}

const groupsOf = async () =>
  (
    await auth.database.rows<{ id: string }>(
      sql`SELECT group_id AS id FROM group_members WHERE project_id = ${project.id} ORDER BY group_id`,
    )
  ).map(({ id }) => id)

const claimsOf = async () => (await accountsOf(auth, project.id))[0]?.claims

const entries = () =>
  auth.database.rows(sql`
    SELECT actor, action, surface, detail FROM audit_entries
    WHERE project_id = ${project.id} AND action LIKE 'enduser.group.%' ORDER BY at, id`)

describe('groups of the provider:', () => {
  test('a new user joins the mapped groups before the first token, which contains them', async () => {
    await map({ groups: { admins: 'operators', staff: 'everyone', none: 'unused' } })
    upstream.misbehave({ claims: { groups: ['admins', 'staff', 'unmapped'] } })
    const { tokens } = await signInThrough(auth, project, {
      claims: JSON.stringify({ id_token: { groups: null } }),
    })
    expect((await tokens()).claims()?.groups).toEqual(['everyone', 'operators'])
    expect(await groupsOf()).toEqual(['everyone', 'operators'])
  })

  test('each sign-in adds and removes mapped groups only, each with an audit entry of the provider', async () => {
    await map({ groupsClaim: 'realm_access.roles', groups: { admin: 'admins', dev: 'developers' } })
    await createGroups('chosen')
    await signIn({ realm_access: { roles: ['admin'] } })
    const [account] = await accountsOf(auth, project.id)
    await auth.database.run(sql`
      INSERT INTO group_members (project_id, group_id, account_id) VALUES (${project.id}, 'chosen', ${account?.accountId ?? ''})`)
    await signIn({ realm_access: { roles: ['dev'] } })
    expect(await groupsOf()).toEqual(['chosen', 'developers'])
    await signIn({ realm_access: { roles: ['dev'] } })
    const by = { actor: `upstream:${project.id}:corp`, surface: 'upstream' }
    expect(await entries()).toEqual([
      { ...by, action: 'enduser.group.join', detail: { groupId: 'admins', group: 'admins' } },
      { ...by, action: 'enduser.group.leave', detail: { groupId: 'admins', group: 'admins' } },
      { ...by, action: 'enduser.group.join', detail: { groupId: 'developers', group: 'developers' } },
    ])
  })

  test.each([
    ['an exact claim name with dots', 'https://corp.example/roles', { 'https://corp.example/roles': ['a'] }],
    ['a single value', 'role', { role: 'a' }],
  ])('%s is read', async (_which, groupsClaim, claims) => {
    await map({ groupsClaim, groups: { a: 'members' } })
    await signIn(claims)
    expect(await groupsOf()).toEqual(['members'])
  })

  test.each([
    ['is absent', {}],
    ['is an object', { groups: { a: true } }],
    ['has another letter case', { groups: ['A'] }],
  ])('a user leaves the mapped groups when the claim %s', async (_which, claims) => {
    await map({ groups: { a: 'members' } })
    await signIn({ groups: ['a'] })
    await signIn(claims)
    expect(await groupsOf()).toEqual([])
  })

  test.each([
    ['a reference to the groups', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }],
    ['hasgroups', { hasgroups: true }],
  ])('memberships stay when the provider sends %s instead of too many groups', async (_which, claims) => {
    await map({ groups: { a: 'members' } })
    await signIn({ groups: ['a'] })
    await signIn(claims)
    expect(await groupsOf()).toEqual(['members'])
  })

  test('groups that only UserInfo has are read, and memberships stay while that endpoint is down', async () => {
    await map({ groups: { a: 'members' } })
    const metadata = { userinfo_endpoint: `${upstream.issuer}/userinfo` }
    const answering = (status: number, body: object) => ({
      metadata,
      claims: { email: 'ada@corp.example' },
      answer: (path: string, response: ServerResponse) => {
        if (path !== '/userinfo') return false
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        return true
      },
    })
    for (const [status, groups, expected] of [
      [200, ['a'], ['members']],
      [503, [], ['members']],
      [200, [], []],
    ] as const) {
      upstream.misbehave(answering(status, { sub: 'crafted', groups }))
      // Discovery metadata is cached for each set of credentials.
      await auth.database.run(sql`UPDATE identity_providers SET key_id = ${`${status} ${groups.length}`}`)
      await signInThrough(auth, project)
      expect(await groupsOf()).toEqual(expected)
    }
  })

  test('a group that a directory manages is not changed', async () => {
    await map({ groups: { a: 'members', b: 'managed' } })
    await directory({ auth, upstream } as never, project, { providerId: 'corp' })
    await auth.database.run(sql`
      UPDATE groups SET connection_id = 'con' WHERE project_id = ${project.id} AND id = 'managed'`)
    await existing({ auth, upstream }, project, { linked: 'crafted' })
    await signIn({ groups: ['a', 'b'] })
    expect(await groupsOf()).toEqual(['members'])
  })

  test('a user who proves an existing account joins the mapped groups with the proof', async () => {
    await map({ groups: { a: 'members' }, claims: [{ claim: 'dept', name: 'department' }] })
    const user = await makeUser(auth, project.id)
    upstream.misbehave({
      claims: { email: user.email, email_verified: true, groups: ['a'], dept: 'R&D' },
    })
    const { browser, page, redeem } = await signInThrough(auth, project)
    expect(await groupsOf()).toEqual([])
    const end = await browser.submit(page(), '/claim', { password })
    expect((await redeem(arrivalOf(end))).claims()?.sub).toBe(user.id)
    expect(await groupsOf()).toEqual(['members'])
    expect(await claimsOf()).toMatchObject({ department: 'R&D' })
  })
})

describe('claims of the provider:', () => {
  const claims = [
    { claim: 'company.unit', name: 'unit' },
    { claim: 'level', name: 'level' },
    { claim: 'tags', name: 'tags' },
    { claim: 'nick', name: 'nickname' },
  ]

  test('mapped claims are stored and removed when the provider no longer states them', async () => {
    await map({ claims })
    await signIn({ company: { unit: 'north' }, level: 3, tags: ['a', 'b'], nick: 'Ada', nickname: 'other' })
    expect(await claimsOf()).toEqual({ unit: 'north', level: 3, tags: ['a', 'b'], nickname: 'Ada' })
    await signIn({ level: 4 })
    expect(await claimsOf()).toEqual({ level: 4 })
    const [entry] = await auth.database.rows<{ actor: string; detail: object }>(sql`
      SELECT actor, detail FROM audit_entries WHERE project_id = ${project.id} AND action = 'enduser.update'
      ORDER BY at DESC, id DESC LIMIT 1`)
    expect(entry).toEqual({
      actor: `upstream:${project.id}:corp`,
      detail: { claims: ['unit', 'level', 'tags', 'nickname'] },
    })
  })

  test.each([
    ['an object', { level: { a: 1 } }],
    ['a list of numbers', { tags: [1] }],
    ['a text of more than 1,000 characters', { level: 'x'.repeat(1_001) }],
    ['a value that OpenID Connect Core 5.1 does not allow', { nick: 7 }],
  ])('the stored claims stay when the provider sends %s', async (_which, sent) => {
    await map({ claims })
    const before = { level: 1, tags: ['a'], nickname: 'Ada' }
    await signIn({ level: 1, tags: ['a'], nick: 'Ada' })
    await signIn({ level: 1, tags: ['a'], nick: 'Ada', ...sent })
    expect(await claimsOf()).toEqual(before)
  })
})

test('a sign-in with mapped rights writes memberships of groups and claims, and no right of an administrator', async () => {
  await map({
    groups: { owner: 'owner', super: 'super administrators' },
    claims: [
      { claim: 'role', name: 'role' },
      { claim: 'admin', name: 'superAdministrator' },
    ],
  })
  await signIn({})
  const rights = () =>
    auth.database.rows(sql`
      SELECT (SELECT jsonb_agg(to_jsonb(m)) FROM team_members m) AS members, (SELECT jsonb_agg(to_jsonb(i)) FROM instance i) AS instance,
        (SELECT jsonb_agg(to_jsonb(c)) FROM agent_clients c) AS agents,
        (SELECT jsonb_agg(to_jsonb(a) - 'claims' - 'updated_at' ORDER BY id) FROM accounts a) AS accounts`)
  const before = await rights()
  await signIn({ groups: ['owner', 'super'], role: 'owner', admin: true })
  expect(await groupsOf()).toEqual(['owner', 'super administrators'])
  expect(await rights()).toEqual(before)
})
