import {
  isObjectRead,
  type OperationName,
  objectReadOf,
  operationList,
  operations,
  type Problem,
  placementOf,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from './support/people.ts'
import { samples } from './support/samples.ts'
import { makeUser, type Place } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const home = (): Place => ({ world, projectId: world.project, teamId: world.team })

const changes = operationList.filter((operation) => objectReadOf(operation))
const boss = (): Person => world.people.super
const matching = (etag: string, by = boss()): Person => ({
  ...by,
  headers: { ...by.headers, 'if-match': etag },
})

/** Changes without a read of the object at their path, by the reason. */
const withoutRead: Readonly<Record<string, readonly string[]>> = {
  'It removes or sets a part of an object, and the result does not depend on the other parts.': [
    'admin_super_withdraw',
    'admin_totp_clear',
    'client_previous_secret_revoke',
    'federation_identity_delete',
    'project_group_member_remove',
    'project_owner_change',
    'project_plan_set',
    'project_user_passkey_delete',
    'project_user_recovery_codes_delete',
    'project_user_totp_clear',
    'team_member_remove',
    'team_member_update',
  ],
  'Its object has no field that a change sets: it exists or is deleted.': [
    'agent_suspension_end',
    'error_purge',
    'jwks_retire',
    'own_session_end',
    'project_key_retire',
    'project_registration_token_revoke',
    'provisioning_credential_retire',
    'provisioning_credential_revoke',
    'team_invitation_revoke',
  ],
  'It sets the choice of the caller in the session, which is no stored object.': ['scope_set'],
}

const pathOf = (name: string, input: Readonly<Record<string, unknown>>): string =>
  placementOf(operations[name as OperationName]).path.replace(/:(\w+)/g, (_, field: string) =>
    encodeURIComponent(String(input[field])),
  )

async function etagOf(read: string, input: Readonly<Record<string, unknown>>, by = boss()): Promise<string> {
  const path = `/admin/api${pathOf(read, input)}`
  const { statusCode, headers } = await world.app.inject({ method: 'GET', url: path, headers: by.headers })
  expect(statusCode, path).toBe(200)
  return String(headers.etag)
}

const inputOf = async (name: string): Promise<Record<string, unknown>> => {
  const { [name as OperationName]: sample } = samples
  if (typeof sample !== 'function') throw new Error(`${name} has no sample.`)
  return (sample as (place: Place) => Promise<Record<string, unknown>>)(home())
}

describe('every change of an object with a read of its own:', () => {
  it.each(changes.map(({ tool }) => tool))(
    'the operation %s is refused for a changed object, and made for the present one',
    async (name) => {
      const operation = operations[name as OperationName]
      const read = objectReadOf(operation)?.tool ?? ''
      const input = await inputOf(name)
      const etag = await etagOf(read, input)
      expect(etag).toMatch(/^"[\w-]{27}"$/)
      const stale = await world.call(matching('"another"'), name as OperationName, input)
      expect([stale.status, stale.body]).toMatchObject([412, { code: 'precondition_failed' }])
      const { current } = stale.body as Problem & { current: unknown }
      expect(
        operation === undefined ? null : objectReadOf(operation)?.answer.safeParse(current).success,
      ).toBe(true)
      expect(await etagOf(read, input)).toBe(etag)
      const made = await world.call(matching(etag), name as OperationName, input)
      expect(made.status, made.text).toBeLessThan(300)
    },
  )

  it('only the listed changes by PATCH, PUT and DELETE concern an object without a read of its own', () => {
    const unread = operationList.filter(
      (operation) => /^(PATCH|PUT|DELETE) /.test(operation.route) && !objectReadOf(operation),
    )
    expect(unread.map(({ tool }) => tool).toSorted()).toEqual(Object.values(withoutRead).flat().toSorted())
  })

  it('every other change rejects the header in place of ignoring it', async () => {
    const others = operationList.filter(
      (operation) => operation.kind === 'write' && !objectReadOf(operation) && operation.tool in samples,
    )
    expect(others.length).toBeGreaterThan(20)
    for (const { tool } of others) {
      const { status, body } = await world.call(matching('"x"'), tool as OperationName, await inputOf(tool))
      expect([status, (body as Problem).code], tool).toEqual([400, 'invalid_request'])
    }
  })
})

describe('an ETag:', () => {
  let mailSettings: Record<string, unknown> = {}
  beforeAll(async () => {
    mailSettings = await inputOf('smtp_settings_update')
  })

  it('the ETag of the settings does not depend on the start of the process that answers', async () => {
    await world.ok(boss(), 'settings_update', { 'errorStore.queueDepth': 778 })
    const waiting = async () =>
      (await world.ok(boss(), 'settings_get', {})).settings
        .filter(({ notInForce }) => notInForce?.because === 'restart')
        .map(({ key }) => key)
    const before = { etag: await etagOf('settings_get', {}), waiting: await waiting() }
    const uptime = vi.spyOn(process, 'uptime').mockReturnValue(0)
    const after = { etag: await etagOf('settings_get', {}), waiting: await waiting() }
    uptime.mockRestore()
    expect([before.waiting, after.waiting]).toEqual([['errorStore.queueDepth'], []])
    expect(after.etag).toBe(before.etag)
  })

  it('a read of one object has a strong ETag, which changes with the object', async () => {
    const input = { projectId: world.project, userId: await makeUser(home()) }
    const before = await etagOf('project_user_get', input)
    expect(await etagOf('project_user_get', input)).toBe(before)
    await world.ok(boss(), 'project_user_lock', { ...input, reason: 'Lost' })
    expect(await etagOf('project_user_get', input)).not.toBe(before)
  })

  it('a list has no ETag', async () => {
    const { headers } = await world.app.inject({
      method: 'GET',
      url: '/admin/api/projects',
      headers: boss().headers,
    })
    expect(headers.etag).toBeUndefined()
    expect(isObjectRead(operations.project_list)).toBe(false)
  })

  it.each([
    ['an asterisk', () => '*', 200],
    ['a list with the ETag', (etag: string) => `"x", ${etag}`, 200],
    ['the weak form of the ETag', (etag: string) => `W/${etag}`, 412],
    ['the ETag without its quotes', (etag: string) => etag.replaceAll('"', ''), 412],
  ])('If-Match with %s is compared as RFC 9110 defines', async (_what, header, status) => {
    const input = { projectId: world.project }
    const by = matching(header(await etagOf('project_get', input)))
    expect((await world.call(by, 'project_update', { ...input, name: `Name ${status}` })).status).toBe(status)
  })

  it('a refused change neither changes the object nor writes an audit entry', async () => {
    const { project: projectId } = world
    const entries = () =>
      world.database.rows(
        sql`SELECT id FROM audit_entries WHERE action = 'project.update' AND target_id = ${projectId}`,
      )
    const before = await entries()
    await world.call(matching('"stale"'), 'project_update', { projectId, name: 'Overwritten' })
    expect((await world.ok(boss(), 'project_get', { projectId })).name).not.toBe('Overwritten')
    expect(await entries()).toEqual(before)
  })

  it('an agent with a stale ETag is refused before an approval is requested', async () => {
    await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
    const agent = await world.agent(world.people.owner, ['admin:read', 'admin:write', 'admin:high'])
    const input = { projectId: world.project, userId: await makeUser(home()) }
    const { status } = await world.call(matching('"stale"', agent), 'project_user_delete', input)
    expect(status).toBe(412)
    expect(await world.database.rows(sql`SELECT 1 FROM agent_approvals`)).toEqual([])
    const present = matching(await etagOf('project_user_get', input, agent), agent)
    expect((await world.call(present, 'project_user_delete', input)).status).toBe(409)
  })

  it.each([
    [
      'a project',
      'project_get',
      'project_update',
      async () => ({ projectId: world.project }),
      (text: string) => ({ name: text }),
    ],
    [
      'a user',
      'project_user_get',
      'project_user_update',
      async () => ({ projectId: world.project, userId: await makeUser(home()) }),
      (text: string) => ({ claims: { department: text } }),
    ],
    [
      'a group',
      'project_group_get',
      'project_group_update',
      async () => {
        const { project: projectId } = world
        const group = { projectId, displayName: `Group ${crypto.randomUUID()}` }
        return { projectId, groupId: (await world.ok(boss(), 'project_group_create', group)).id }
      },
      (text: string) => ({ displayName: `${text} ${crypto.randomUUID()}` }),
    ],
    [
      'a team',
      'team_get',
      'team_update',
      async () => ({ teamId: world.team }),
      (text: string) => ({ name: text }),
    ],
    [
      'the settings of the mail server',
      'smtp_settings_get',
      'smtp_settings_update',
      async () => ({}),
      (text: string) => ({ ...mailSettings, fromName: text }),
    ],
  ] as const)(
    'one of several concurrent changes of %s with the same ETag is made, on two replicas',
    async (_what, read, change, at, fields) => {
      const replica = await world.startReplica()
      for (let round = 0; round < 10; round += 1) {
        const input = await at()
        const by = matching(await etagOf(read, input))
        const answers = await Promise.all(
          [world, replica, world, replica].map((server, index) =>
            server.call(by, change, { ...input, ...fields(`Round ${round} ${index}`) }),
          ),
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
      }
    },
  )

  it('a change without If-Match is not lost between the comparison and the change', async () => {
    const userId = await makeUser(home())
    const input = { projectId: world.project, userId }
    const by = matching(await etagOf('project_user_get', input))
    const answers = await Promise.all([
      world.call(by, 'project_user_update', { ...input, claims: { department: 'Sales' } }),
      world.call(boss(), 'project_user_update', { ...input, claims: { department: 'Support' } }),
    ])
    const { claims } = await world.ok(boss(), 'project_user_get', input)
    // The unconditional change is last, or the conditional one was refused.
    const wasFirst = answers[0]?.status === 200
    expect(claims).toEqual({ department: 'Support' })
    expect(wasFirst || answers[0]?.status === 412).toBe(true)
  })
})
