import { type OperationName, operations, type Problem, verdictFor } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { samples } from '../../../test/support/samples.ts'
import { publicKey, serviceAccountCaller } from '../../../test/support/service-accounts.ts'
import { makeUser, type Place, unique } from '../../../test/support/things.ts'
import { makeTeam, startWorld, type World } from '../../../test/support/world.ts'
import { markWrites } from '../../../test/support/writes.ts'
import { operationNames } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const home = (): Place => ({ world, projectId: world.project, teamId: world.team })
const create = (input: object) =>
  world.call(world.people.owner, 'service_account_create', {
    teamId: world.team,
    name: unique('Deploy '),
    role: 'member',
    ...input,
  })
const reasonOf = ({ body }: { readonly body: unknown }) => (body as Problem).errors?.[0]?.message
const list = async (person: Person, input: object = {}) =>
  (await world.ok(person, 'service_account_list', input)).serviceAccounts

describe('a workload of a service account:', () => {
  const workload = (kind: string, subject: string, more: object = {}) => ({
    workloads: [{ kind, issuer: 'https://issuer.example', subject, ...more }],
  })

  it.each([
    ['github', 'repo:acme/infra:ref:refs/heads/*'],
    ['github', 'repo:acme/infra:environment:production'],
    ['github', 'repo:acme/infra:pull_request'],
    ['github', 'repo:acme/*:ref:refs/heads/main'],
    ['gitlab', 'project_path:acme/infra:ref_type:branch:ref:main'],
    ['kubernetes', 'system:serviceaccount:deploy:*'],
    ['spiffe', 'spiffe://acme.example/ns/deploy/sa/*'],
  ])('a pattern of %s with a named owner is stored: %s', async (kind, subject) => {
    const { status, text } = await create(workload(kind, subject))
    expect(status, text).toBe(201)
  })

  it.each([
    ['github', '*', 'matches every identity of the issuer'],
    ['github', 'repo:*', 'must name the owner'],
    ['github', 'repo:*/infra:ref:refs/heads/main', 'must name the owner'],
    ['github', 'repo:acme*/infra:ref:refs/heads/main', 'must name the owner'],
    ['github', 'repo:acme/infra:*', 'must name the owner'],
    ['github', '*:ref:refs/heads/main', 'must name the owner'],
    ['gitlab', 'project_path:*/infra:ref_type:branch:ref:main', 'must name the group'],
    ['kubernetes', 'system:serviceaccount:*:signet', 'must name the namespace'],
    ['spiffe', 'spiffe://*/ns/deploy', 'must name the trust domain'],
    ['spiffe', 'spiffe://acme.example/*', 'must name the trust domain'],
  ])('a pattern of %s that matches identities of others is rejected: %s', async (kind, subject, reason) => {
    const reply = await create(workload(kind, subject))
    expect([reply.status, reasonOf(reply)]).toEqual([422, expect.stringContaining(reason)])
  })

  it('a claim that matches every value, a verified claim, and an issuer without TLS are rejected', async () => {
    const subject = 'repo:acme/infra:ref:refs/heads/main'
    expect(reasonOf(await create(workload('github', subject, { claims: { environment: '*' } })))).toBe(
      'matches every value',
    )
    expect(reasonOf(await create(workload('github', subject, { claims: { aud: 'x' } })))).toBe(
      'is verified already',
    )
    const insecure = {
      ...workload('github', subject),
      ...{ workloads: [{ kind: 'github', issuer: 'http://a.example', subject }] },
    }
    expect((await create(insecure)).status).toBe(422)
  })

  it('an account has either keys or workloads', async () => {
    expect((await create({})).status).toBe(422)
    const both = { ...workload('github', 'repo:acme/infra:ref:refs/heads/main'), keys: [await publicKey()] }
    expect((await create(both)).status).toBe(422)
  })
})

const ofPeople = operationNames.filter(
  (name) =>
    /^(?:team_|admin_)/.test(name) &&
    operations[name].kind !== 'read' &&
    operations[name].kind !== 'console_only',
)
const sampleOf = (name: OperationName): Promise<Record<string, unknown>> =>
  (samples[name] as (place: Place) => Promise<Record<string, unknown>>)(home())

describe('the rights of a service account:', () => {
  it.each(['viewer', 'support', 'member', 'owner'] as const)(
    'an account with the role %s has the rights of the role in the project of its team and no other',
    async (role) => {
      const { caller } = await serviceAccountCaller(world, { role })
      const { can } = await world.ok(caller, 'project_get', { projectId: world.project })
      const flags = ['supportUsers', 'manageUsers', 'edit', 'move'] as const
      const least = { supportUsers: 1, manageUsers: 2, edit: 2, move: 3 }
      const rank = ['viewer', 'support', 'member', 'owner'].indexOf(role)
      expect(flags.map((flag) => can[flag])).toEqual(flags.map((flag) => rank >= least[flag]))
      expect((await world.call(caller, 'project_get', { projectId: world.foreignProject })).status).toBe(404)
      const { projects } = await world.ok(caller, 'project_list', {})
      expect(projects.map(({ id }) => id)).toEqual([world.project])
    },
  )

  it.each(ofPeople)(
    'an account with the role of an owner is refused %s, and nothing changes',
    async (name) => {
      const { caller } = await serviceAccountCaller(world, { role: 'owner' })
      const input = await sampleOf(name)
      const since = await markWrites(world.database)
      const reply = await world.call(caller, name, input)
      expect([403, 404], reply.text).toContain(reply.status)
      expect((await since()).tables).toEqual([])
    },
  )

  it.each(ofPeople)('an account of the instance is refused %s, and nothing changes', async (name) => {
    const { caller } = await serviceAccountCaller(world, { role: 'owner', teamId: world.superTeam })
    const input = await sampleOf(name)
    const since = await markWrites(world.database)
    const reply = await world.call(caller, name, input)
    expect([reply.status, (reply.body as Problem).code]).toEqual([403, 'console_only'])
    expect((await since()).tables).toEqual([])
  })

  it('an account of the instance changes every project except that of administrators', async () => {
    const { caller } = await serviceAccountCaller(world, { role: 'owner', teamId: world.superTeam })
    const changed = await world.ok(caller, 'project_update', {
      projectId: world.foreignProject,
      displayName: unique('Shop '),
    })
    expect(changed.id).toBe(world.foreignProject)
    const refused = await world.refused(caller, 'project_user_create', {
      projectId: world.administratorsProject,
      email: 'new@example.com',
      password: 'correct horse battery staple',
    })
    expect(refused.code).toBe('console_only')
  })

  it('a lower scope of the account is in force with the next call, and so are another role, its expiry and its deletion', async () => {
    const { id, teamId, caller } = await serviceAccountCaller(world)
    const one = { teamId, serviceAccountId: id }
    const rename = () =>
      world.call(caller, 'project_update', { projectId: world.project, displayName: unique('N ') })
    expect((await rename()).status).toBe(200)
    await world.ok(world.people.owner, 'service_account_update', { ...one, scopes: ['admin:read'] })
    expect(((await rename()).body as Problem).code).toBe('insufficient_scope')
    await world.ok(world.people.owner, 'service_account_update', {
      ...one,
      scopes: ['admin:read', 'admin:write'],
      role: 'viewer',
    })
    expect(((await rename()).body as Problem).reason).toBe('can.editSettings')
    await world.database.run(sql`UPDATE service_accounts SET expires_at = now() WHERE id = ${id}`)
    expect((await rename()).status).toBe(401)
    await world.ok(world.people.owner, 'service_account_delete', one)
    expect((await rename()).status).toBe(401)
  })

  it('the rights end with the deletion of the team, which has an entry about the account', async () => {
    const teamId = await makeTeam(world, unique('Short '), [[world.people.owner.accountId, 'owner']])
    const { id, caller } = await serviceAccountCaller(world, { teamId })
    expect((await world.call(caller, 'whoami', {})).status).toBe(200)
    await world.ok(world.people.owner, 'team_delete', { teamId })
    expect((await world.call(caller, 'whoami', {})).status).toBe(401)
    const { entries } = await world.ok(world.people.super, 'audit_list', {
      targetId: id,
      action: 'service_account.delete',
    })
    expect(entries).toHaveLength(1)
  })

  it('an entry of a change names the account, and the account needs no approval', async () => {
    const { id, caller } = await serviceAccountCaller(world, { role: 'owner' })
    const input = { projectId: world.project, userId: await makeUser(home()) }
    const asked = await world.call(caller, 'project_user_delete', input)
    expect(asked.status).toBe(409)
    const { confirmation } = asked.body as { confirmation: string }
    expect(confirmation).not.toMatch(/^apv_/)
    expect((await world.call(caller, 'project_user_delete', input, { confirmation })).status).toBe(204)
    const { entries } = await world.ok(world.people.super, 'audit_list', { actor: `service:${id}` })
    expect(entries[0]).toMatchObject({
      action: 'enduser.delete',
      actorName: expect.stringContaining('Deploy'),
    })
  })

  it('an account locks and unlocks a user, and no machine has the id of a service account', async () => {
    const { caller } = await serviceAccountCaller(world)
    const one = { projectId: world.project, userId: await makeUser(home()) }
    await world.ok(caller, 'project_user_lock', { ...one, reason: 'A test' })
    const { lockedLocally } = await world.ok(world.people.owner, 'project_user_get', one)
    expect(lockedLocally).toMatchObject({ reason: 'A test', byEmail: null })
    const machine = { clientId: 'sva_machine', name: 'Machine', actsFor: world.people.owner.accountId }
    const refused = await world.call(world.people.super, 'agent_client_permit', {
      ...machine,
      jwks: { keys: [await publicKey()] },
    })
    expect(refused.status).toBe(422)
  })

  it('an account schedules a deletion that a person can restore, and does not purge', async () => {
    const { caller } = await serviceAccountCaller(world, { role: 'owner' })
    const { id: projectId } = await world.ok(caller, 'project_create', {
      name: unique('Gone '),
      teamId: world.team,
    })
    const writer = await serviceAccountCaller(world, { role: 'owner', scopes: ['admin:read', 'admin:write'] })
    expect((await world.refused(writer.caller, 'project_delete', { projectId })).code).toBe(
      'insufficient_scope',
    )
    await world.ok(caller, 'project_delete', { projectId })
    expect((await world.refused(caller, 'project_purge', { projectId })).code).toBe('console_only')
    await world.ok(world.people.owner, 'project_restore', { projectId })
    const agent = await world.agent(world.people.owner, ['admin:high'])
    expect((await world.refused(agent, 'project_delete', { projectId })).code).toBe('console_only')
  })

  it('an account creates no service account and reads none of other teams', async () => {
    const { caller, teamId } = await serviceAccountCaller(world, { role: 'owner' })
    for (const name of [
      'service_account_create',
      'service_account_update',
      'service_account_delete',
    ] as const)
      expect((await world.refused(caller, name, { ...(await sampleOf(name)), teamId })).code).toBe(
        'console_only',
      )
    expect(verdictFor(operations.service_account_key_rotate, 'super')).toBe('no')
  })
})

describe('the list of service accounts:', () => {
  it('a person lists the accounts of the own teams, and a super administrator those of every team', async () => {
    const { id } = await serviceAccountCaller(world)
    const ids = async (person: Person, input = {}) => (await list(person, input)).map((account) => account.id)
    expect(await ids(world.people.viewer, { teamId: world.team })).toContain(id)
    expect(await ids(world.people.stranger, { teamId: world.team })).toEqual([])
    expect(await ids(world.people.stranger)).not.toContain(id)
    expect(await ids(world.people.super)).toContain(id)
  })

  it('an account of a team whose last person is deactivated stays visible to super administrators', async () => {
    const teamId = await makeTeam(world, unique('Left '), [[world.people.stranger.accountId, 'owner']])
    const { id } = await serviceAccountCaller(world, { teamId })
    const people = async () =>
      (await list(world.people.super, { teamId })).find((one) => one.id === id)?.teamPeople
    expect(await people()).toBe(1)
    await world.database.run(
      sql`UPDATE accounts SET active = false WHERE id = ${world.people.stranger.accountId}`,
    )
    expect(await people()).toBe(0)
    await world.database.run(
      sql`UPDATE accounts SET active = true WHERE id = ${world.people.stranger.accountId}`,
    )
  })
})

describe('the rotation of the own key:', () => {
  const rotate = (caller: Person, key: object) => world.call(caller, 'service_account_key_rotate', { key })

  it('the new key is stored next to the latest one, a repetition changes nothing, and a third removes the first', async () => {
    const { id, caller } = await serviceAccountCaller(world)
    const kids = async () =>
      (await list(world.people.super)).find((one) => one.id === id)?.keys.map(({ kid }) => kid) ?? []
    const [first] = await kids()
    const second = await publicKey()
    expect((await rotate(caller, second)).status).toBe(200)
    expect(await kids()).toEqual([first, second.kid])
    const since = await markWrites(world.database)
    expect((await rotate(caller, second)).status).toBe(200)
    expect((await since()).tables).toEqual([])
    const third = await publicKey()
    expect((await rotate(caller, third)).status).toBe(200)
    expect(await kids()).toEqual([second.kid, third.kid])
  })

  it('each of two concurrent rotations stores its key', async () => {
    const { id, caller } = await serviceAccountCaller(world)
    const keys = [await publicKey(), await publicKey()]
    const replies = await Promise.all(keys.map((key) => rotate(caller, key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const stored = (await list(world.people.super)).find((one) => one.id === id)?.keys.map(({ kid }) => kid)
    expect(stored?.toSorted()).toEqual(keys.map(({ kid }) => kid).toSorted())
  })

  it('a private key, an incomplete key and the id of another key are rejected, and a person has no such key', async () => {
    const { caller } = await serviceAccountCaller(world)
    const known = await publicKey()
    expect((await rotate(caller, known)).status).toBe(200)
    const keys = [
      { ...known, d: 'secret' },
      { kty: 'EC', crv: 'P-256' },
      { ...(await publicKey()), kid: known.kid },
    ]
    for (const key of keys) expect((await rotate(caller, key)).status).toBe(422)
    expect((await rotate(world.people.super, await publicKey())).status).toBe(403)
    const agent = await world.agent(world.people.super, ['admin:write'])
    expect((await rotate(agent, await publicKey())).status).toBe(403)
  })
})
