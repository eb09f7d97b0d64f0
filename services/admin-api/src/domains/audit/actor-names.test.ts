import { globSync, readFileSync } from 'node:fs'
import { type Executor, sql } from '@signet/db'
import { type Actor, type ActorFormName, actorForms, actors, formOfActor, recordAudit } from '@signet/events'
import { newId } from '@signet/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeUser, newAdministrator, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

/** An actor of a form, its name, and the statement that deletes it. */
interface ActorCase {
  readonly actor: Actor
  readonly name: string
  remove(executor: Executor): Promise<unknown>
}

type NamedForm = Exclude<ActorFormName, 'instance'>

const makeProvider = async (projectId: string): Promise<string> => {
  await world.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, client_id, position)
    VALUES (${projectId}, 'corp', 'Corp', 'signet', 0)`)
  return 'corp'
}

const making: Readonly<Record<NamedForm, (projectId: string) => Promise<ActorCase>>> = {
  async connection(projectId) {
    const id = newId('connection')
    const providerId = await makeProvider(projectId)
    await world.database.run(sql`
      INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
      VALUES (${projectId}, ${id}, 'Directory', ${providerId}, ${unique('c')}, 'sub', 'externalId')`)
    const remove = (executor: Executor) =>
      executor.run(sql`DELETE FROM provisioning_connections WHERE id = ${id}`)
    return { actor: actors.connection(id), name: 'Directory', remove }
  },
  async upstream(projectId) {
    const providerId = await makeProvider(projectId)
    const remove = (executor: Executor) =>
      executor.run(sql`DELETE FROM identity_providers WHERE project_id = ${projectId}`)
    return { actor: actors.upstream(projectId, providerId), name: 'Corp', remove }
  },
  async endUser(projectId) {
    const id = await makeUser({ world, projectId, teamId: world.team })
    const [account] = await world.database.rows<{ email: string | null }>(
      sql`SELECT email FROM accounts WHERE id = ${id}`,
    )
    const remove = (executor: Executor) => executor.run(sql`DELETE FROM accounts WHERE id = ${id}`)
    return { actor: actors.endUser(projectId, id), name: String(account?.email), remove }
  },
  async application(projectId) {
    const id = await makeClient({ world, projectId, teamId: world.team })
    const remove = (executor: Executor) => executor.run(sql`DELETE FROM clients WHERE id = ${id}`)
    return { actor: actors.application(projectId, id), name: 'Example', remove }
  },
  async serviceAccount() {
    const id = newId('serviceAccount')
    await world.database.run(sql`
      INSERT INTO service_accounts (id, team_id, role, name, scopes, keys)
      VALUES (${id}, ${world.team}, 'member', 'Deploy', '{admin:read}', '[{}]')`)
    const remove = (executor: Executor) => executor.run(sql`DELETE FROM service_accounts WHERE id = ${id}`)
    return { actor: actors.serviceAccount(id), name: 'Deploy', remove }
  },
  async administrator() {
    const id = await newAdministrator(world)
    const [account] = await world.database.rows<{ email: string | null }>(
      sql`SELECT email FROM accounts WHERE id = ${id}`,
    )
    const remove = (executor: Executor) => executor.run(sql`DELETE FROM accounts WHERE id = ${id}`)
    return { actor: actors.administrator(id), name: String(account?.email), remove }
  },
}

const entryOf = async (actor: Actor) =>
  (await world.ok(world.people.super, 'audit_list', { actor })).entries[0]

describe.each(Object.keys(making) as NamedForm[])('an actor of the form %s:', (form) => {
  test('the actor is named while its object exists, and afterwards by the name that its entry stored', async () => {
    const { projectId } = await ownProject(world)
    const { actor, name, remove } = await making[form](projectId)
    expect(formOfActor(actor)).toBe(form)
    await recordAudit(world.database, {
      actor,
      action: 'enduser.update',
      targetType: 'EndUser',
      targetId: 'usr_1',
      targetScope: world.team,
      surface: null,
      projectId,
    })
    const stored = actorForms[form].storesName ? name : null
    expect(await entryOf(actor)).toMatchObject({ actorName: name, actorNameThen: stored })
    await remove(world.database)
    expect(await entryOf(actor)).toMatchObject({ actorName: null, actorNameThen: stored })
  })
})

test('the tests above cover every form of an actor except the instance', () => {
  expect([...Object.keys(making), 'instance'].toSorted()).toEqual(Object.keys(actorForms).toSorted())
  expect(formOfActor(actors.instance())).toBe('instance')
})

test('only the table of forms creates actors', () => {
  const root = new URL('../../../../../', import.meta.url).pathname
  const made = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('/events/src/actors.ts'))
    .filter((path) => {
      const text = readFileSync(`${root}${path}`, 'utf8')
      return /\bas Actor\b|`(?:connection|upstream|enduser|client):\$\{/.test(text)
    })
  expect(made).toEqual([])
})
