import {
  isObjectRead,
  type LabelledKind,
  labelledKinds,
  type Operation,
  type OperationName,
  operationList,
  operations,
  type Problem,
  placementOf,
  takesLabels,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './support/people.ts'
import { samples } from './support/samples.ts'
import { application, makeUser, ownProject, type Place, unique } from './support/things.ts'
import { makeTeam, startWorld, type World } from './support/world.ts'

type Fields = Readonly<Record<string, unknown>>

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const boss = (): Person => world.people.super
const home = (): Place => ({ world, projectId: world.project, teamId: world.team })

const labels = { environment: 'production', 'acme.example/cost-center': '4711' }
const both = { labels, managedByTool: 'terraform' }

const inputOf = async (name: string): Promise<Fields> => {
  const { [name as OperationName]: sample } = samples
  if (typeof sample !== 'function') throw new Error(`${name} has no sample.`)
  return (sample as (place: Place) => Promise<Fields>)(home())
}

/** Confirms a change that would only return its preview. */
async function made(name: string, input: Fields, by = boss()): Promise<Fields> {
  const first = await world.call(by, name as OperationName, input)
  expect(first.status, first.text).toBeLessThan(300)
  const { expect: counts, consequence, consequences } = first.body as Fields
  if (consequence === undefined && consequences === undefined) return first.body as Fields
  const again = await world.call(by, name as OperationName, { ...input, confirm: true, expect: counts })
  expect(again.status, again.text).toBeLessThan(300)
  return again.body as Fields
}

function kindOf(name: string): LabelledKind {
  const { labels: kind }: Operation = operations[name as OperationName]
  if (!kind) throw new Error(`${name} has no labels.`)
  return kind
}

const paramsOf = (name: string, input: Fields): Fields =>
  Object.fromEntries(placementOf(operations[name as OperationName]).params.map((one) => [one, input[one]]))

const idOf = (kind: LabelledKind, answer: Fields): string => String(answer[labelledKinds[kind]])

const rowsOf = (objectId: string) =>
  world.database.rows<{ labels: object; tool: string | null }>(
    sql`SELECT labels, managed_by_tool AS tool FROM object_labels WHERE object_id = ${objectId}`,
  )

const lastDetail = async (action: string): Promise<unknown> => {
  const [row] = await world.database.rows<{ detail: unknown }>(
    sql`SELECT detail FROM audit_entries WHERE action = ${action} ORDER BY at DESC, id DESC LIMIT 1`,
  )
  return row?.detail
}

const taking = operationList.filter((operation) => takesLabels(operation))
const updates = taking.filter(({ route }) => route.startsWith('PATCH '))
const reads = operationList.filter((operation) => operation.labels && isObjectRead(operation))
const actionOf = (operation: (typeof taking)[number]) => ('audit' in operation ? operation.audit?.action : '')

describe('labels of every kind of object:', () => {
  test.each(someOf(taking).map(({ tool }) => tool))(
    'the operation %s stores, audits and returns labels and the managing tool',
    async (name) => {
      const operation = operations[name as OperationName]
      const answer = await made(name, { ...(await inputOf(name)), ...both })
      expect(answer).toMatchObject(both)
      const kind = kindOf(name)
      expect(await rowsOf(idOf(kind, answer))).toEqual([{ labels, tool: 'terraform' }])
      const detail = JSON.stringify(await lastDetail(String(actionOf(operation))))
      expect(detail).toContain('4711')
      expect(detail).toContain('terraform')
    },
  )

  test.each(someOf(updates).map(({ tool }) => tool))(
    'the operation %s accepts a change of labels only, keeps them in other changes, and removes them',
    async (name) => {
      const kind = kindOf(name)
      const input = await inputOf(name)
      const one = paramsOf(name, input)
      const labelled = await made(name, { ...one, ...both })
      expect(labelled).toMatchObject(both)
      expect(await made(name, input)).toMatchObject(both)
      expect(await made(name, { ...one, managedByTool: null })).toMatchObject({ labels })
      const cleared = await made(name, { ...one, labels: {} })
      expect([cleared.labels, cleared.managedByTool]).toEqual([undefined, undefined])
      expect(await rowsOf(idOf(kind, labelled))).toEqual([])
    },
  )

  test.each(someOf(reads).map(({ tool }) => tool))(
    'the operation %s returns labels and the managing tool',
    async (name) => {
      const update = updates.find(
        ({ route }) => route.replace('PATCH ', '') === placementOf(operations[name as OperationName]).path,
      )
      const input = await inputOf(String(update?.tool))
      const one = paramsOf(String(update?.tool), input)
      await made(String(update?.tool), { ...one, ...both })
      const { status, body, text } = await world.call(boss(), name as OperationName, one)
      expect(status, text).toBe(200)
      expect(body).toMatchObject(both)
    },
  )

  test.each([
    ['project_user_update', 'project_user_delete'],
    ['project_group_update', 'project_group_delete'],
    ['client_update', 'client_delete'],
    ['resource_update', 'resource_delete'],
    ['federation_provider_update', 'federation_provider_delete'],
    ['provisioning_connection_update', 'provisioning_connection_delete'],
    ['team_update', 'team_delete'],
    ['plan_update', 'plan_delete'],
    ['agent_client_update', 'agent_client_withdraw'],
    ['service_account_update', 'service_account_delete'],
  ])('the labels that %s stored are deleted with their object by %s', async (update, deletion) => {
    const kind = kindOf(update)
    const one = await inputOf(deletion)
    const id = idOf(kind, await made(update, { ...paramsOf(update, one), ...both }))
    expect(await rowsOf(id)).toHaveLength(1)
    await made(deletion, one)
    expect(await rowsOf(id)).toEqual([])
  })
})

describe('labels of a project:', () => {
  test('labels are kept by a deletion and its restore, and deleted by a purge with those of its objects', async () => {
    const { projectId } = await ownProject(world)
    await world.ok(boss(), 'project_update', { projectId, ...both })
    await world.ok(boss(), 'client_create', { projectId, ...application, ...both })
    const count = async () =>
      (await world.database.rows(sql`SELECT 1 FROM object_labels WHERE project_id = ${projectId}`)).length
    await world.ok(boss(), 'project_delete', { projectId })
    expect(await world.ok(boss(), 'project_restore', { projectId })).toMatchObject(both)
    expect(await count()).toBe(2)
    await world.ok(boss(), 'project_delete', { projectId })
    await world.ok(boss(), 'project_purge', { projectId })
    await expect.poll(count).toBe(0)
  })

  test('a repeated change of the same labels changes nothing and writes no audit entry', async () => {
    const input = { projectId: world.project, ...both }
    await made('project_update', input)
    const entries = () =>
      world.database.rows(sql`SELECT id FROM audit_entries WHERE action = 'project.update' ORDER BY id`)
    const before = await entries()
    expect(await made('project_update', input)).toMatchObject(both)
    expect(await entries()).toEqual(before)
  })

  test.each([
    ['a key with a capital letter', { labels: { Environment: 'x' } }],
    ['a key that begins with a hyphen', { labels: { '-a': 'x' } }],
    ['a key of 64 characters', { labels: { ['a'.repeat(64)]: 'x' } }],
    ['a value of 129 characters', { labels: { a: 'x'.repeat(129) } }],
    ['a value with an invisible character', { labels: { a: 'x\u200b' } }],
    [
      '33 labels',
      { labels: Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`a${index}`, ''])) },
    ],
    ['labels of null', { labels: null }],
    ['an empty tool', { managedByTool: '' }],
    ['a tool of 65 characters', { managedByTool: 'x'.repeat(65) }],
  ])('a change with %s is refused with the field and changes nothing', async (_what, fields) => {
    const projectId = world.project
    await made('project_update', { projectId, labels: { a: 'b' }, managedByTool: null })
    const { status, body } = await world.call(boss(), 'project_update', { projectId, ...fields })
    const { errors = [] } = body as Problem
    expect([400, 422]).toContain(status)
    expect(errors[0]?.path).toMatch(/^(?:labels|managedByTool)/)
    expect(await world.ok(boss(), 'project_get', { projectId })).toMatchObject({ labels: { a: 'b' } })
  })

  test('the refusal of a key names the key and its form', async () => {
    const input = { projectId: world.project, labels: { Environment: 'x' } }
    const { errors } = await world.refused(boss(), 'project_update', input)
    expect(errors).toMatchObject([
      { path: 'labels.Environment', message: expect.stringMatching(/^must begin with a-z or 0-9/) },
    ])
  })

  test('a viewer of the team reads labels and cannot change them', async () => {
    const projectId = world.project
    await made('project_update', { projectId, ...both })
    const { viewer } = world.people
    expect((await world.call(viewer, 'project_update', { projectId, labels: {} })).status).toBe(403)
    expect(await world.ok(viewer, 'project_get', { projectId })).toMatchObject(both)
  })
})

describe('labels in conditional and repeated changes:', () => {
  const etagOf = async (projectId: string): Promise<string> => {
    const url = `/admin/api/projects/${projectId}`
    return String((await world.app.inject({ method: 'GET', url, headers: boss().headers })).headers.etag)
  }

  test('the ETag of an object changes with its labels, and a change with the earlier ETag is refused', async () => {
    const { projectId } = await ownProject(world)
    const before = await etagOf(projectId)
    await made('project_update', { projectId, labels: { a: 'b' } })
    const after = await etagOf(projectId)
    expect(after).not.toBe(before)
    const withTag = (etag: string) => ({ ...boss(), headers: { ...boss().headers, 'if-match': etag } })
    const stale = await world.call(withTag(before), 'project_update', { projectId, labels: {} })
    expect([stale.status, stale.body]).toMatchObject([412, { current: { labels: { a: 'b' } } }])
    const present = await world.call(withTag(after), 'project_update', { projectId, labels: {} })
    expect(present.status, present.text).toBe(200)
    expect(await etagOf(projectId)).toBe(before)
  })

  test('one of several concurrent changes of labels with the same ETag is made, on two replicas', async () => {
    const replica = await world.startReplica()
    const { projectId } = await ownProject(world)
    for (let round = 0; round < 5; round += 1) {
      const by = { ...boss(), headers: { ...boss().headers, 'if-match': await etagOf(projectId) } }
      const answers = await Promise.all(
        [world, replica, world].map((server, index) =>
          server.call(by, 'project_update', { projectId, labels: { round: `${round} ${index}` } }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    }
  })

  test('a repeated call with an Idempotency-Key returns the labels of the first call', async () => {
    const { projectId } = await ownProject(world)
    const by = { ...boss(), headers: { ...boss().headers, 'idempotency-key': unique('key-') } }
    const input = { projectId, ...application, ...both }
    const first = await world.call(by, 'client_create', input)
    expect(await world.call(by, 'client_create', input)).toMatchObject({ status: 201, body: first.body })
    expect(first.body).toMatchObject(both)
    const other = await world.call(by, 'client_create', { ...input, labels: {} })
    expect(other.status).toBe(422)
  })

  test('labels of an object that is deleted concurrently leave no row', async () => {
    for (let round = 0; round < 10; round += 1) {
      const input = { projectId: world.project, userId: await makeUser(home()) }
      await Promise.all([
        world.call(boss(), 'project_user_update', { ...input, ...both }),
        world.call(boss(), 'project_user_delete', input),
      ])
      await world.call(boss(), 'project_user_delete', input)
      expect(await rowsOf(input.userId)).toEqual([])
    }
  })
})

describe('the lists of objects with labels:', () => {
  const ids = async (name: OperationName, filter: Fields, by = boss()): Promise<string[]> => {
    const { status, body, text } = await world.call(by, name, filter)
    expect(status, text).toBe(200)
    return (body as { objects: { id: string }[] }).objects.map(({ id }) => id)
  }

  test('every given label and the tool must match, and a value has no part', async () => {
    const { projectId } = await ownProject(world)
    const create = async (fields: Fields) =>
      String((await made('client_create', { projectId, ...application, ...fields })).clientId)
    const shop = await create({ labels: { app: 'shop', stage: 'test=1' }, managedByTool: 'terraform' })
    const blog = await create({ labels: { app: 'blog', stage: '' } })
    await create({})
    const list = (filter: Fields) => ids('project_labelled_object_list', { projectId, ...filter })
    expect(await list({})).toEqual([shop, blog])
    expect(await list({ label: ['app'] })).toEqual([shop, blog])
    expect(await list({ label: ['app=shop'] })).toEqual([shop])
    expect(await list({ label: ['app=shop', 'stage=test=1'] })).toEqual([shop])
    expect(await list({ label: ['app=shop', 'stage='] })).toEqual([])
    expect(await list({ label: ['stage='] })).toEqual([blog])
    expect(await list({ label: ['app=sho'] })).toEqual([])
    expect(await list({ managedByTool: 'terraform' })).toEqual([shop])
    expect(await list({ label: ['app'], managedByTool: 'other' })).toEqual([])
  })

  test('the list of the instance has the projects, teams and accounts of the caller only', async () => {
    const stage = unique('s')
    const { owner, stranger } = world.people
    const label = [`stage=${stage}`]
    const fields = { labels: { stage } }
    const project = await made(
      'project_create',
      { name: 'P', slug: unique('p'), teamId: world.team, ...fields },
      owner,
    )
    const team = await made('team_update', { teamId: world.team, ...fields }, owner)
    const account = await made(
      'service_account_create',
      { ...(await inputOf('service_account_create')), ...fields },
      owner,
    )
    const admin = await made('admin_update', {
      ...paramsOf('admin_update', await inputOf('admin_update')),
      ...fields,
    })
    const plan = await made('plan_create', { ...(await inputOf('plan_create')), ...fields })
    await made('project_user_create', { ...(await inputOf('project_user_create')), ...fields })
    const visible = [project.id, team.id, account.id]
    const seenBy = async (person: Person) => new Set(await ids('labelled_object_list', { label }, person))
    expect(await seenBy(owner)).toEqual(new Set(visible))
    expect(await seenBy(boss())).toEqual(new Set([...visible, admin.id, plan.id]))
    expect(await ids('labelled_object_list', { label }, stranger)).toEqual([])
    const foreign = await makeTeam(world, 'Foreign', [[stranger.accountId, 'owner']])
    await made('team_update', { teamId: foreign, ...fields }, stranger)
    expect(await ids('labelled_object_list', { label }, stranger)).toEqual([foreign])
  })

  test('an administrator is listed as one, and has the labels of the account in the project of administrators', async () => {
    const stage = unique('s')
    const one = paramsOf('admin_update', await inputOf('admin_update'))
    await made('admin_update', { ...one, labels: { stage } })
    const { objects } = await world.ok(boss(), 'labelled_object_list', { label: [`stage=${stage}`] })
    expect(objects).toMatchObject([{ kind: 'administrator', id: one.adminId, projectId: null }])
    const user = { projectId: world.administratorsProject, userId: String(one.adminId) }
    expect(await world.ok(boss(), 'project_user_get', user)).toMatchObject({ labels: { stage } })
  })

  test('a filter in another form is refused', async () => {
    for (const label of [['Stage'], ['=x'], ['a b=c'], Array.from({ length: 9 }, (_, index) => `a${index}`)])
      expect((await world.call(boss(), 'labelled_object_list', { label })).status).toBe(400)
  })
})
