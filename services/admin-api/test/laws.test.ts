import {
  type AuditAction,
  agentScopes,
  type Operation,
  type OperationName,
  operations,
  type Problem,
  placementOf,
  previewOf,
  type Role,
  roles,
  scopeFor,
  verdictFor,
} from '@signet/contracts'
import { runsAllCases, someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { samples } from './support/samples.ts'
import type { Place } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'
import { markWrites, type Writes } from './support/writes.ts'

/** Need an instance before its set-up, or a caller of their own; they have tests of their own. */
const ownTests: readonly OperationName[] = [
  'setup',
  'invitation_get',
  'invitation_accept',
  'service_account_key_rotate',
]
const named = operationNames.filter((name) => !ownTests.includes(name))

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const home = (): Place => ({ world, projectId: world.project, teamId: world.team })

async function sampleOf(name: OperationName, place = home()): Promise<Record<string, unknown>> {
  const sample = samples[name]
  if (!sample) throw new Error(`${name} is served and has no sample.`)
  return sample(place)
}

const declared = (name: OperationName): Operation => operations[name]
const auditOf = (operation: Operation) => ('audit' in operation ? operation.audit : null)
const isChange = (operation: Operation): boolean =>
  placementOf(operation).method !== 'GET' && operation.kind !== 'read'
const codeOf = ({ body }: { body: unknown }): string => (body as Problem).code

describe('every served operation:', () => {
  test('every served operation has a sample, and every sample is of a served operation', () => {
    expect(Object.keys(samples).toSorted()).toEqual(named.toSorted())
  })
})

/** Replaces or changes an existing object; the active team of a console session is none. */
const isUpdate = (operation: Operation): boolean =>
  ['PUT', 'PATCH'].includes(placementOf(operation).method) && auditOf(operation) !== null

const isBulk = (name: OperationName): boolean => name.includes('_bulk_')

/** Additional entries about other objects that an operation changes. */
const consequences: Readonly<Partial<Record<OperationName, readonly AuditAction[]>>> = {
  provisioning_users_adopt: ['enduser.connection.assign'],
  provisioning_users_hand_over: ['enduser.connection.assign', 'group.connection.assign'],
  provisioning_users_purge: ['enduser.delete', 'group.delete'],
  provisioning_users_release: ['enduser.connection.release', 'group.connection.release'],
  project_file_apply: ['group.create'],
  project_move_import: ['enduser.import'],
  project_group_member_add: ['enduser.group.join'],
  project_group_member_remove: ['enduser.group.leave'],
  team_delete: ['admin.team.leave'],
  team_member_add: ['admin.team.join'],
  team_member_remove: ['admin.team.leave'],
}

function parted(name: OperationName, entries: Writes['entries']) {
  const isOther = ({ action }: { readonly action: string }) =>
    (consequences[name] ?? []).some((other) => other === action)
  return { own: entries.filter((entry) => !isOther(entry)), others: entries.filter(isOther) }
}

const confirmationOf = (preview: unknown): object =>
  typeof preview === 'object' && preview !== null && 'expect' in preview
    ? { confirm: true, expect: preview.expect }
    : {}

/** The update of settings is the only operation that accepts unknown keys. */
const isClosed = ({ input }: Operation): boolean => input.def.catchall?._zod.def.type === 'never'

const those = (holds: (operation: Operation) => boolean) => named.filter((name) => holds(declared(name)))

/** Disclosures of stored data, which are audited and write nothing else. */
const auditedReads: ReadonlySet<OperationName> = new Set(['project_user_data_export', 'project_user_export'])

/** Callers without the right, from the weakest: all of them, or the anonymous caller and the one nearest to the right. */
const refusedOf = (refused: readonly Role[]): readonly Role[] =>
  runsAllCases ? refused : refused.filter((role) => role === 'anonymous' || role === refused.at(-1))

/** Callers with the right, from the weakest: all of them, or only the weakest. */
const acceptedOf = (accepted: readonly Role[]): readonly Role[] =>
  runsAllCases ? accepted : accepted.slice(0, 1)

describe.each(named)('%s:', (name) => {
  const operation = declared(name)
  const audit = auditOf(operation)

  test('the response matches its schema, and a change leaves one entry for each object, older than the change, and a read none', async () => {
    const input = await sampleOf(name)
    const person = await world.signIn(world.people.super)
    const since = await markWrites(world.database)
    const reply = await world.call(person, name, input)
    expect(reply.status, reply.text).toBe(placementOf(operation).successStatus)
    operation.answer.parse(reply.body)

    const writes = await since()
    if (!isChange(operation)) return expect(writes.tables).toEqual([])
    const changed = writes.tables.filter((table) => table !== 'audit_entries' && table !== 'outbox')
    expect(changed.length > 0).toBe(!auditedReads.has(name))
    if (!audit) return expect(writes.entries).toEqual([])
    const { own, others } = parted(name, writes.entries)
    const { userIds } = input
    const targets = isBulk(name) && Array.isArray(userIds) ? userIds.length : 1
    expect(own).toHaveLength(targets)
    for (const entry of own)
      expect(entry).toMatchObject({
        action: audit.action,
        targetType: audit.target,
        actor: person.accountId,
        surface: null,
      })
    if (isBulk(name)) expect(own.map(({ targetId }) => targetId).toSorted()).toEqual(userIds)
    expect([...new Set(others.map(({ action }) => action))]).toEqual(consequences[name] ?? [])
    if (writes.firstChange !== null) expect(writes.entries[0]?.written).toBeLessThan(writes.firstChange)
  })

  if (isUpdate(operation))
    test('an update with the present values returns them, writes nothing and leaves no entry', async () => {
      const { confirm: _confirm, expect: _expect, ...input } = await sampleOf(name)
      const person = await world.signIn(world.people.super)
      const first = await world.call(person, name, { ...input, ...confirmationOf(await preview(person)) })
      expect(first.status, first.text).toBe(200)
      const since = await markWrites(world.database)
      const again = await world.call(person, name, input)
      expect(again.status, again.text).toBe(200)
      expect(again.body).toEqual(first.body)
      expect((await since()).tables).toEqual([])

      async function preview(asking: typeof person): Promise<unknown> {
        return previewOf(operation) ? (await world.call(asking, name, input)).body : undefined
      }
    })

  test.each(refusedOf(roles.filter((role) => verdictFor(operation, role) === 'no')))(
    'a caller with the role %s is refused, and nothing changes',
    async (role) => {
      const input = await sampleOf(name)
      const since = await markWrites(world.database)
      const reply = await world.call(world.people[role], name, input)
      expect(reply.status, reply.text).toBe(statusFor(operation, role))
      expect((await since()).tables).toEqual([])
    },
  )
})

describe.each(someOf(those(isClosed)))('%s:', (name) => {
  test('an unknown field is refused with 400 and changes nothing', async () => {
    const input = await sampleOf(name)
    const since = await markWrites(world.database)
    const reply = await world.call(world.people.super, name, { ...input, surprise: 'x' })
    expect([reply.status, codeOf(reply)]).toEqual([400, 'invalid_request'])
    expect((reply.body as Problem).errors).toContainEqual(expect.objectContaining({ path: 'surprise' }))
    expect((await since()).tables).toEqual([])
  })
})

describe.each(those(({ access }) => access.to === 'project' || access.to === 'team'))('%s:', (name) => {
  const operation = declared(name)

  test.each(acceptedOf(roles.filter((role) => verdictFor(operation, role) === 'yes')))(
    'a caller with the role %s is accepted',
    async (role) => {
      const reply = await world.call(world.people[role], name, await sampleOf(name))
      expect(reply.status, reply.text).toBe(placementOf(operation).successStatus)
    },
  )

  test('an object that the caller may not see is refused exactly like an unknown one', async () => {
    const input = await sampleOf(name)
    const path = operation.access.to === 'project' ? 'projectId' : 'teamId'
    const hidden = await world.call(world.people.stranger, name, input)
    const unknown = await world.call(world.people.stranger, name, {
      ...input,
      [path]: `${path === 'teamId' ? 'team' : 'prj'}_01k9z8h4e5f6g7h8j9k0m1n2p3`,
    })
    expect(hidden.status).toBe(404)
    expect([hidden.status, hidden.text]).toEqual([unknown.status, unknown.text])
  })
})

describe.each(someOf(those(({ kind, access }) => kind === 'console_only' && access.to !== 'public')))(
  '%s:',
  (name) => {
    test('an agent is refused with any scopes', async () => {
      const input = await sampleOf(name)
      const agent = await world.agent(world.people.super, agentScopes)
      const since = await markWrites(world.database)
      const reply = await world.call(agent, name, input)
      expect([reply.status, codeOf(reply)]).toEqual([403, 'console_only'])
      expect((await since()).tables).toEqual([])
    })
  },
)

describe.each(someOf(those(({ kind }) => kind !== 'console_only')))('%s:', (name) => {
  test('an agent needs the scope of the operation', async () => {
    const input = await sampleOf(name)
    const needed = scopeFor(declared(name))
    const agent = await world.agent(
      world.people.super,
      agentScopes.filter((scope) => scope !== needed),
    )
    const since = await markWrites(world.database)
    const reply = await world.call(agent, name, input)
    expect([reply.status, codeOf(reply)]).toEqual([403, 'insufficient_scope'])
    expect((await since()).tables).toEqual([])
  })
})

describe.each(someOf(those(({ kind }) => kind === 'read' || kind === 'write')))('%s:', (name) => {
  test('an agent with the scope is accepted, and the entry names the agent endpoint', async () => {
    const input = await sampleOf(name)
    // A plan needs the scopes of its changes as well.
    const ofChanges = name === 'project_file_plan' ? ['admin:write'] : []
    const agent = await world.agent(world.people.super, [String(scopeFor(declared(name))), ...ofChanges])
    const since = await markWrites(world.database)
    const reply = await world.call(agent, name, input)
    expect(reply.status, reply.text).toBe(placementOf(declared(name)).successStatus)
    const { entries } = await since()
    expect([...new Set(entries.map(({ surface }) => surface))]).toEqual(
      auditOf(declared(name)) ? ['mcp'] : [],
    )
  })
})

describe.each(someOf(those(({ kind }) => kind === 'high_consequence')))('%s:', (name) => {
  test('a call of an agent changes nothing until this call is confirmed once', async () => {
    const input = await sampleOf(name)
    const agent = await world.agent(world.people.super, ['admin:high'])
    const since = await markWrites(world.database)
    const asked = await world.call(agent, name, input)
    expect([asked.status, codeOf(asked)]).toEqual([409, 'confirmation_required'])
    expect((await since()).tables).toEqual(['agent_confirmations'])

    const { confirmation } = asked.body as { confirmation: string }
    const another = await world.agent(world.people.owner, ['admin:high'])
    const stolen = await world.call(another, name, input, { confirmation })
    expect([403, 409]).toContain(stolen.status)
    const other = await sampleOf(name)
    if (JSON.stringify(other) !== JSON.stringify(input)) {
      const elsewhere = await world.call(agent, name, other, { confirmation })
      expect([elsewhere.status, codeOf(elsewhere)]).toEqual([409, 'confirmation_invalid'])
    }

    const confirmed = await world.call(agent, name, input, { confirmation })
    expect(confirmed.status, confirmed.text).toBe(placementOf(declared(name)).successStatus)
    const before = await markWrites(world.database)
    const again = await world.call(agent, name, input, { confirmation })
    // A call with the present values needs no confirmation and writes nothing.
    if (again.status < 400) expect((await before()).tables).toEqual([])
    else expect((await before()).tables.filter((table) => table !== 'agent_confirmations')).toEqual([])
  })
})

/** Returns 401 without a credential, 404 for a caller who may not know the object, otherwise 403. */
function statusFor({ access }: Operation, role: Role): number {
  if (role === 'anonymous') return 401
  return role === 'stranger' && (access.to === 'project' || access.to === 'team') ? 404 : 403
}
