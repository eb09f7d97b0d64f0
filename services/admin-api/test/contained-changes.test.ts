import { readdirSync, readFileSync } from 'node:fs'
import { type Operation, operations, type Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../src/domains/index.ts'
import { type ContainedName, containedNames } from '../src/domains/projects/file-operations.ts'
import type { Person } from './support/people.ts'
import {
  api,
  application,
  group,
  makeClient,
  newLogo,
  ownProject,
  type Place,
  plan,
  unique,
} from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type Input = Record<string, unknown>

interface Pair {
  /** Input of the operation in a call of its own. */
  readonly single: Input
  /** The plan of the file contains the operation with the same effect, and no other operation. */
  readonly file: Input
}

const of = (place: Place, single: Input, file: Input): Pair => ({
  single: { projectId: place.projectId, ...single },
  file: { version: 1, ...file },
})

const google = { catalogueId: 'google', clientId: 'g.example', clientSecret: 'secret-of-google' }

async function withApi(place: Place): Promise<string> {
  const { identifier } = await world.ok(world.people.super, 'resource_declare', {
    projectId: place.projectId,
    ...api(),
  })
  return identifier
}

async function withProvider(place: Place): Promise<void> {
  await world.ok(world.people.super, 'federation_provider_create', {
    projectId: place.projectId,
    id: 'google',
    ...google,
  })
}

async function withDirectory(place: Place): Promise<string> {
  await withProvider(place)
  const { id } = await world.ok(world.people.super, 'provisioning_connection_create', {
    ...{ projectId: place.projectId, displayName: 'Acme', providerId: 'google' },
  })
  return id
}

const pairs: Readonly<Record<ContainedName, (place: Place) => Promise<Pair>>> = {
  project_update: async (place) => {
    const fields = { displayName: unique('Shop ') }
    return of(place, fields, { project: fields })
  },
  project_logo_set: async (place) => {
    const fields = { logo: newLogo() }
    return of(place, fields, { project: fields })
  },
  project_mail_text_set: async (place) => {
    const texts = { subject: 'Hello {{userName}}', intro: null, button: null }
    return of(place, { kind: 'reset', language: 'de', ...texts }, { mails: { 'reset/de': texts } })
  },
  project_mail_text_reset: async (place) => {
    const mail = { kind: 'reset', language: 'de' } as const
    const texts = { subject: 'Hello {{userName}}', intro: null, button: null }
    await world.ok(world.people.super, 'project_mail_text_set', {
      projectId: place.projectId,
      ...mail,
      ...texts,
    })
    return of(place, mail, { mails: {} })
  },
  project_migration_hook_set: async (place) => {
    const url = 'https://old.example.com/signet'
    return of(place, { url }, { project: { migrationHook: url } })
  },
  project_plan_set: async (place) => {
    const { id: planId } = await world.ok(world.people.super, 'plan_create', plan())
    return of(place, { planId }, { project: { plan: planId } })
  },
  project_group_create: async (place) => of(place, { displayName: 'new' }, { groups: { new: {} } }),
  project_group_update: async (place) => {
    const { groupId } = await group(place)
    const { displayName } = await world.ok(world.people.super, 'project_group_get', {
      projectId: place.projectId,
      groupId,
    })
    const labels = { team: 'platform' }
    return of(place, { groupId, labels }, { groups: { [displayName]: { labels } } })
  },
  project_group_delete: async (place) => {
    const { groupId } = await group(place)
    return of(place, { groupId }, { groups: {} })
  },
  resource_declare: async (place) => {
    const { identifier, ...entry } = api()
    return of(place, { identifier, ...entry }, { apis: { [identifier]: entry } })
  },
  resource_update: async (place) => {
    const resourceId = await withApi(place)
    return of(place, { resourceId, name: 'Other' }, { apis: { [resourceId]: { name: 'Other' } } })
  },
  resource_delete: async (place) => of(place, { resourceId: await withApi(place) }, { apis: {} }),
  federation_provider_create: async (place) =>
    of(place, { id: 'google', ...google }, { providers: { google } }),
  federation_provider_update: async (place) => {
    await withProvider(place)
    const fields = { emailTrusted: true }
    return of(place, { providerId: 'google', ...fields }, { providers: { google: fields } })
  },
  federation_provider_delete: async (place) => {
    await withProvider(place)
    return of(place, { providerId: 'google' }, { providers: {} })
  },
  provisioning_connection_create: async (place) => {
    await withProvider(place)
    const entry = { providerId: 'google', emailTrust: 'trusted' }
    return of(place, { displayName: 'Acme', ...entry }, { directories: { Acme: entry } })
  },
  provisioning_connection_update: async (place) => {
    const connectionId = await withDirectory(place)
    const fields = { emailTrust: 'trusted' }
    return of(place, { connectionId, ...fields }, { directories: { Acme: fields } })
  },
  provisioning_connection_delete: async (place) =>
    of(place, { connectionId: await withDirectory(place) }, { directories: {} }),
  client_create: async (place) => {
    const { clientName, ...entry } = application
    return of(place, application, { applications: { [clientName]: entry } })
  },
  client_import: async (place) => {
    const { clientName, ...entry } = application
    const own = { clientId: unique('legacy-'), clientSecret: 'secret-of-the-other-system' }
    return of(place, { ...application, ...own }, { applications: { [clientName]: { ...entry, ...own } } })
  },
  client_update: async (place) => {
    const clientId = await makeClient(place)
    const fields = { requireConsent: false }
    return of(place, { clientId, ...fields }, { applications: { [application.clientName]: fields } })
  },
  client_delete: async (place) => of(place, { clientId: await makeClient(place) }, { applications: {} }),
}

const newPlace = async (): Promise<Place> => ({ world, teamId: world.team, ...(await ownProject(world)) })

const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Problem).code]

async function expectSameRefusal(name: ContainedName, person: Person, place: Place, { single, file }: Pair) {
  const alone = await world.call(person, name, single)
  const planned = await world.call(person, 'project_file_plan', { projectId: place.projectId, file })
  expect(alone.status, alone.text).toBeGreaterThanOrEqual(400)
  expect(codeOf(planned), planned.text).toEqual(codeOf(alone))
}

describe.each(someOf(containedNames))('%s in a project file:', (name) => {
  const operation: Operation = operations[name]

  test('the operation changes a project and has no effect after its commit', () => {
    expect(['write', 'high_consequence']).toContain(operation.kind)
    expect(['project', 'super_administrator']).toContain(operation.access.to)
    expect('after' in handlers[name]).toBe(false)
  })

  test('the file makes the change of the operation with its audit entry', async () => {
    const place = await newPlace()
    const { file } = await pairs[name](place)
    const input = { projectId: place.projectId, file }
    const { changes, digest } = await world.ok(world.people.super, 'project_file_plan', input)
    expect(changes.map((change) => change.operation)).toEqual([name])
    await world.ok(world.people.super, 'project_file_apply', { ...input, digest })
    const action = 'audit' in operation && operation.audit ? operation.audit.action : ''
    const entries = await world.database.rows<{ action: string }>(sql`
      SELECT action FROM audit_entries WHERE project_id = ${place.projectId} AND actor = ${world.people.super.accountId}
      ORDER BY at DESC, id DESC LIMIT 2`)
    expect(entries.map((entry) => entry.action).toSorted()).toEqual([action, 'project.file.apply'].toSorted())
  })

  test('a caller without the right is refused as in a call of the operation', async () => {
    const place = await newPlace()
    // An administrator of the team may plan a file, but may not set the plan of the project.
    const { owner, stranger } = world.people
    const person = operation.access.to === 'project' ? stranger : owner
    await expectSameRefusal(name, person, place, await pairs[name](place))
  })

  test('an agent without the scope of the operation is refused as in a call of the operation', async () => {
    const place = await newPlace()
    const scope = operation.kind === 'write' ? 'admin:high' : 'admin:write'
    const agent = await world.agent(world.people.super, ['admin:read', scope])
    await expectSameRefusal(name, agent, place, await pairs[name](place))
  })

  test('a project that is scheduled for deletion is refused as in a call of the operation', async () => {
    const place = await newPlace()
    const pair = await pairs[name](place)
    await world.ok(world.people.super, 'project_delete', { projectId: place.projectId })
    await expectSameRefusal(name, world.people.super, place, pair)
  })
})

test('an agent changes the application of a permitted agent neither by a call nor by a file', async () => {
  const place = { world, teamId: world.team, projectId: world.administratorsProject }
  const clientId = await makeClient(place)
  await world.database.run(sql`
    INSERT INTO agent_clients (id, client_id, name, key_proof, approval, created_by)
    SELECT 'agc_contained', ${clientId}, 'Permitted', 'none', 'self', created_by FROM agent_clients LIMIT 1`)
  const agent = await world.agent(world.people.super, ['admin:read', 'admin:write', 'admin:high'])
  const { file } = await world.ok(agent, 'project_file_get', { projectId: place.projectId })
  const applications = Object.fromEntries(
    Object.keys(file.applications as object).map((name) => [name, { requireConsent: false }]),
  )
  const before = await countedRefusals()
  const alone = await world.call(agent, 'client_update', {
    projectId: place.projectId,
    clientId,
    requireConsent: false,
  })
  expect(codeOf(alone)).toEqual([403, 'console_only'])
  const input = { projectId: place.projectId, file: { version: 1, applications } }
  const refused = await world.refused(agent, 'project_file_plan', input)
  expect(refused).toMatchObject({ refused: { operation: 'client_update', code: 'console_only' } })
  expect(await countedRefusals()).toBe(before + 2)
})

const countedRefusals = async (): Promise<number> =>
  (
    await world.database.rows<{ calls: number }>(
      sql`SELECT COALESCE(sum(calls), 0)::int AS calls FROM agent_refusals`,
    )
  )[0]?.calls ?? 0

test('a file that would lock out the administrators is refused', async () => {
  const file = { version: 1, project: { passwordLogin: false } }
  const input = { projectId: world.administratorsProject, file }
  const refused = await world.refused(world.people.super, 'project_file_plan', input)
  expect(refused).toMatchObject({
    refused: { operation: 'project_update', code: 'administrators_locked_out' },
  })
})

test('project files reach handlers only through runContained, and write only their protections', () => {
  const folder = new URL('../src/domains/projects/', import.meta.url)
  const sources = readdirSync(folder).filter(
    (name) => /^file\b.*\.ts$/.test(name) && !name.endsWith('.test.ts'),
  )
  const found = sources.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const calls = [...text.matchAll(/\.(?:prepare|preview|lock|apply|after)\??\.?\(/g)].map(([call]) => call)
    const writes = [...text.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM) \w+/g)].map(([write]) => write)
    return [...calls, ...writes].map((each) => `${name}: ${each}`)
  })
  expect(found).toEqual(['file-protections.ts: UPDATE projects'])
})
