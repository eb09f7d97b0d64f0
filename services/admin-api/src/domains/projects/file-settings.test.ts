import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { newLogo, plan as newPlan, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: Person
let root: Person
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  root = world.people.super
})
afterAll(() => world?.close())

type File = Record<string, unknown>

const read = async (person: Person, projectId: string) =>
  (await world.ok(person, 'project_file_get', { projectId })).file as { project: File }

const planFile = (person: Person, projectId: string, file: File) =>
  world.ok(person, 'project_file_plan', { projectId, file: { version: 1, ...file } })

async function apply(person: Person, projectId: string, file: File) {
  const { changes, digest } = await planFile(person, projectId, file)
  await world.ok(person, 'project_file_apply', { projectId, file: { version: 1, ...file }, digest })
  return changes
}

const planOf = async (projectId: string) => (await world.ok(owner, 'project_get', { projectId })).plan?.id

test('the file of a project has its logo, and null removes it', async () => {
  const { projectId } = await ownProject(world)
  const logo = newLogo()
  expect(await apply(owner, projectId, { project: { logo } })).toMatchObject([
    {
      operation: 'project_logo_set',
      subject: 'project',
      changes: [{ field: 'logo', from: null, to: 'changed' }],
    },
  ])
  const { project } = await read(owner, projectId)
  expect(project).toMatchObject({ logo })
  expect(await apply(owner, projectId, { project })).toEqual([])
  await apply(owner, projectId, { project: { logo: null } })
  expect((await read(owner, projectId)).project).not.toHaveProperty('logo')
})

describe('plan of a project in its file:', () => {
  test('a super administrator reads and sets the plan, and a file without it keeps it', async () => {
    const { projectId } = await ownProject(world)
    const { id: plan } = await world.ok(root, 'plan_create', newPlan())
    const from = await planOf(projectId)
    expect(await apply(root, projectId, { project: { plan } })).toMatchObject([
      {
        operation: 'project_plan_set',
        subject: 'project',
        effects: ['raises'],
        changes: [{ field: 'plan', from, to: plan }],
      },
    ])
    expect((await read(root, projectId)).project).toMatchObject({ plan })
    expect(await apply(root, projectId, { project: { displayName: 'Shop' } })).toHaveLength(1)
    expect(await planOf(projectId)).toBe(plan)
  })

  test('an administrator of the team reads a file without the plan, and a file that changes it is refused', async () => {
    const { projectId } = await ownProject(world)
    const { id: plan } = await world.ok(root, 'plan_create', newPlan())
    const before = await planOf(projectId)
    expect((await read(owner, projectId)).project).not.toHaveProperty('plan')
    const file = { version: 1, project: { plan, displayName: 'Shop' } }
    expect(await world.refused(owner, 'project_file_plan', { projectId, file })).toMatchObject({
      status: 403,
      code: 'forbidden',
      detail: expect.stringContaining('project:'),
    })
    const { digest } = await planFile(root, projectId, file)
    expect(await world.refused(owner, 'project_file_apply', { projectId, file, digest })).toMatchObject({
      code: 'forbidden',
    })
    expect(await planOf(projectId)).toBe(before)
  })

  test('an administrator of the team applies a file with the present plan of the project', async () => {
    const { projectId } = await ownProject(world)
    const file = { project: { plan: await planOf(projectId), displayName: 'Shop' } }
    expect((await apply(owner, projectId, file)).map(({ operation }) => operation)).toEqual([
      'project_update',
    ])
  })

  test('an unknown plan is refused', async () => {
    const { projectId } = await ownProject(world)
    const file = { version: 1, project: { plan: 'no-such-plan' } }
    expect(await world.refused(root, 'project_file_plan', { projectId, file })).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('project:'),
    })
  })
})

describe('migration hook of a project in its file:', () => {
  const migrationHook = 'https://old.example.com/signet'

  test('a file sets and removes the hook, and a file without it keeps it', async () => {
    const { projectId } = await ownProject(world)
    expect(await apply(owner, projectId, { project: { migrationHook } })).toMatchObject([
      {
        operation: 'project_migration_hook_set',
        effects: ['lets-in', 'raises', 'exposes'],
        changes: [{ field: 'migrationHook', from: null, to: migrationHook }],
      },
    ])
    expect((await read(owner, projectId)).project).toMatchObject({ migrationHook })
    await apply(owner, projectId, { project: { displayName: 'Shop' } })
    expect((await world.ok(owner, 'project_migration_hook_get', { projectId })).url).toBe(migrationHook)
    await apply(owner, projectId, { project: { migrationHook: null } })
    expect((await read(owner, projectId)).project).not.toHaveProperty('migrationHook')
  })

  test('an address that is not https is refused with its operation and its field', async () => {
    const { projectId } = await ownProject(world)
    const file = { version: 1, project: { migrationHook: 'http://old.example.com/' } }
    expect(await world.refused(owner, 'project_file_plan', { projectId, file })).toMatchObject({
      code: 'planned_change_refused',
      refused: {
        operation: 'project_migration_hook_set',
        code: 'https_required',
        errors: [{ path: 'url', message: 'must be an https address' }],
      },
    })
  })
})
