import { limits, type ProjectPlan } from '@signet/contracts'
import { sql } from '@signet/db'
import { makeCertificate } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentOf } from '../../../test/support/people.ts'
import { makeClient, ownProject, type Place, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type File = Record<string, unknown>

const newPlace = async (): Promise<Place> => ({ world, teamId: world.team, ...(await ownProject(world)) })

const read = async ({ projectId }: Place): Promise<Record<string, Record<string, unknown>>> =>
  (await world.ok(world.people.owner, 'project_file_get', { projectId })).file as never

const plan = ({ projectId }: Place, file: File) =>
  world.ok(world.people.owner, 'project_file_plan', { projectId, file })

const apply = async (place: Place, file: File, { digest }: Pick<ProjectPlan, 'digest'>) =>
  world.call(world.people.owner, 'project_file_apply', { projectId: place.projectId, file, digest })

const applied = async (place: Place, file: File) => {
  const reply = await apply(place, file, await plan(place, file))
  expect(reply.status, reply.text).toBe(200)
  return reply
}

const subjects = ({ changes }: Pick<ProjectPlan, 'changes'>) =>
  changes.map(({ action, subject }) => `${action} ${subject}`)

const shop = {
  version: 1,
  project: { displayName: 'Shop', registrationOpen: true },
  groups: { engineering: {}, support: {} },
  apis: { 'https://api.shop.example': { name: 'Orders', scopes: ['orders.read'], accessTokenTTL: 600 } },
  providers: {
    google: { catalogueId: 'google', clientId: 'g.example', clientSecret: 'first-secret-of-google' },
  },
  applications: {
    'Web shop': {
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: ['https://shop.example/callback'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      scope: 'openid orders.read',
    },
  },
}

describe('project files:', () => {
  test('a file creates its objects in order, and the same file applied again plans no change', async () => {
    const place = await newPlace()
    const planned = await plan(place, shop)
    expect(subjects(planned)).toEqual([
      'create groups/engineering',
      'create groups/support',
      'create apis/https://api.shop.example',
      'create providers/google',
      'update project',
      'create applications/Web shop',
    ])
    expect(JSON.stringify(planned)).not.toContain('first-secret-of-google')
    const reply = await apply(place, shop, planned)
    expect(reply.body).toEqual({ changes: planned.changes })
    expect((await plan(place, shop)).changes).toEqual([])
    const { clients } = await world.ok(world.people.owner, 'client_list', { projectId: place.projectId })
    expect(clients).toMatchObject([{ clientName: 'Web shop', scope: 'openid orders.read' }])
  })

  test('the file that is read plans no change of its project, and creates the same objects in another project', async () => {
    const place = await newPlace()
    await applied(place, shop)
    const file = await read(place)
    expect((await plan(place, file)).changes).toEqual([])
    expect(JSON.stringify(file)).not.toContain('first-secret-of-google')

    const other = await newPlace()
    const { project: _names, ...objects } = file
    const google = { ...(file.providers?.google as object), clientSecret: 'secret-of-production' }
    await applied(other, { ...objects, providers: { google } })
    const { project: _other, ...copied } = await read(other)
    expect(copied).toEqual(objects)
  })

  test('a file sets, changes and removes the labels of the project and of the objects of each section that has labels', async () => {
    const place = await newPlace()
    const labels = { environment: 'production' }
    const both = { labels, managedByTool: 'terraform' }
    const labelled = {
      ...shop,
      project: { ...shop.project, ...both },
      groups: { engineering: both, support: {} },
      apis: { 'https://api.shop.example': { ...shop.apis['https://api.shop.example'], ...both } },
      providers: { google: { ...shop.providers.google, ...both } },
      directories: { Acme: { providerId: 'google', ...both } },
      applications: { 'Web shop': { ...shop.applications['Web shop'], ...both } },
    }
    await applied(place, labelled)
    expect((await plan(place, labelled)).changes).toEqual([])
    const file = await read(place)
    expect(file).toMatchObject({
      project: both,
      groups: { engineering: both },
      apis: { 'https://api.shop.example': both },
      providers: { google: both },
      directories: { Acme: both },
      applications: { 'Web shop': both },
    })
    expect((await plan(place, file)).changes).toEqual([])

    const changed = { version: 1, groups: { engineering: { labels: { environment: 'test' } }, support: {} } }
    const planned = await plan(place, changed)
    expect(planned.changes).toMatchObject([
      {
        operation: 'project_group_update',
        changes: [{ field: 'labels', from: labels, to: { environment: 'test' } }],
      },
    ])
    await applied(place, changed)
    const without = { labels: {}, managedByTool: null }
    const removed = { version: 1, groups: { engineering: without, support: without } }
    await applied(place, removed)
    expect((await read(place)).groups).toEqual({ engineering: {}, support: {} })
    expect((await plan(place, removed)).changes).toEqual([])
  })

  test('a file with a certificate for a provider plans no change again, and is read without it', async () => {
    const place = await newPlace()
    const { pem, key } = makeCertificate({ subject: [['CN', 'signet']] })
    const corp = {
      issuer: 'https://corp.example',
      clientId: 'signet',
      clientAuthentication: 'tls_client_auth',
      clientCertificate: `${pem}\n${key}`,
    }
    const file = { version: 1, providers: { corp } }
    await applied(place, file)
    expect((await plan(place, file)).changes).toEqual([])
    const { providers } = await read(place)
    expect(providers?.corp).toMatchObject({ clientAuthentication: 'tls_client_auth' })
    expect(JSON.stringify(providers)).not.toContain('CERTIFICATE')
    expect(providers?.corp).not.toHaveProperty('secretExpiresOn')
    const next = makeCertificate({ subject: [['CN', 'signet']] })
    const changed = { ...corp, clientCertificate: `${next.pem}${next.key}` }
    expect(subjects(await plan(place, { version: 1, providers: { corp: changed } }))).toEqual([
      'update providers/corp',
    ])
  })

  test('a plan writes nothing, and names the old and the new value of each field', async () => {
    const place = await newPlace()
    await applied(place, shop)
    const changed = structuredClone(shop)
    changed.applications['Web shop'].redirectUris = ['https://shop.example/signed-in']
    const planned = await plan(place, changed)
    expect(planned.changes).toMatchObject([
      {
        operation: 'client_update',
        subject: 'applications/Web shop',
        effects: ['lets-in'],
        changes: [
          {
            field: 'redirectUris',
            from: ['https://shop.example/callback'],
            to: ['https://shop.example/signed-in'],
          },
        ],
      },
    ])
    expect((await plan(place, shop)).changes).toEqual([])
  })

  test('an object that a present section does not have is deleted, and a missing section is left as it is', async () => {
    const place = await newPlace()
    await applied(place, shop)
    expect((await plan(place, { version: 1 })).changes).toEqual([])
    const planned = await plan(place, { version: 1, groups: { support: {} }, applications: {} })
    expect(subjects(planned)).toEqual(['delete applications/Web shop', 'delete groups/engineering'])
    expect(planned.changes[0]).toMatchObject({
      operation: 'client_delete',
      effects: ['destroys', 'locks-out'],
    })
    await applied(place, { version: 1, groups: { support: {} }, applications: {} })
    expect(await read(place)).toMatchObject({ groups: { support: {} }, applications: {} })
  })

  test('a change of the project after the plan is refused with the new plan, and changes nothing', async () => {
    const place = await newPlace()
    await applied(place, shop)
    const changed = { ...shop, project: { displayName: 'Store' } }
    const planned = await plan(place, changed)
    await world.ok(world.people.owner, 'project_update', {
      projectId: place.projectId,
      displayName: 'Bazaar',
    })
    const refused = await apply(place, changed, planned)
    expect(refused.body).toMatchObject({ status: 409, code: 'plan_outdated' })
    const { plan: fresh } = refused.body as { plan: ProjectPlan }
    expect(fresh.changes).toMatchObject([
      { changes: [{ field: 'displayName', from: 'Bazaar', to: 'Store' }] },
    ])
    expect(await read(place)).toMatchObject({ project: { displayName: 'Bazaar' } })
    expect((await apply(place, changed, fresh)).status).toBe(200)
  })

  test('a digest is valid only for the file of its plan, including its secrets', async () => {
    const place = await newPlace()
    const planned = await plan(place, shop)
    const other = structuredClone(shop)
    other.providers.google.clientSecret = 'another-secret'
    expect((await apply(place, other, planned)).body).toMatchObject({ code: 'plan_outdated' })
  })

  test('a concurrent change that commits while the file waits for the project refuses the file', async () => {
    const place = await newPlace()
    const file = { version: 1, groups: { engineering: {} }, project: { displayName: 'Store' } }
    const planned = await plan(place, file)
    let pending: ReturnType<typeof apply> | undefined
    await world.database.transaction(async (tx) => {
      await tx.rows(sql`SELECT id FROM projects WHERE id = ${place.projectId} FOR UPDATE`)
      await tx.run(sql`UPDATE projects SET display_name = 'Bazaar' WHERE id = ${place.projectId}`)
      pending = apply(place, file, planned)
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    expect((await pending)?.body).toMatchObject({ code: 'plan_outdated' })
    expect(await read(place)).toMatchObject({ groups: {}, project: { displayName: 'Bazaar' } })
  })

  test('a refused change names its object, and none of the other changes is made', async () => {
    const place = await newPlace()
    const file = {
      version: 1,
      groups: { engineering: {} },
      applications: { Web: { ...shop.applications['Web shop'], redirectUris: [] } },
    }
    const refused = await world.refused(world.people.owner, 'project_file_plan', {
      projectId: place.projectId,
      file,
    })
    expect(refused).toMatchObject({
      code: 'planned_change_refused',
      refused: { subject: 'applications/Web', operation: 'client_create', code: 'invalid_value' },
    })
    expect(await read(place)).toMatchObject({ groups: {}, applications: {} })
  })

  test('a connection that is lost in the middle of a file leaves no change', async () => {
    const place = await newPlace()
    const names = Array.from({ length: 60 }, (_, at) => `group ${at}`)
    const file = { version: 1, groups: Object.fromEntries(names.map((name) => [name, {}])) }
    const planned = await plan(place, file)
    // Ends the connection of the change at the group in the middle.
    await world.database.run(sql`
      CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`)
    await world.database.run(sql`
      CREATE TRIGGER end_connection BEFORE INSERT ON groups FOR EACH ROW
      WHEN (NEW.display_name = 'group 30') EXECUTE FUNCTION end_connection()`)
    const lost = await apply(place, file, planned).finally(async () => {
      await world.database.run(sql`DROP TRIGGER end_connection ON groups`)
      await world.database.run(sql`DROP FUNCTION end_connection`)
    })
    expect(lost.status).toBeGreaterThanOrEqual(500)
    expect(await read(place)).toMatchObject({ groups: {} })
    expect(await entriesOf(place, 'group.create')).toBe(0)
    await applied(place, file)
    expect(await entriesOf(place, 'group.create')).toBe(60)
  })

  test('each contained change has the audit entry of its operation', async () => {
    const place = await newPlace()
    await applied(place, shop)
    for (const action of [
      'project.file.apply',
      'resource.create',
      'federation.provider.create',
      'client.create',
    ])
      expect(await entriesOf(place, action), action).toBe(1)
    expect(await entriesOf(place, 'group.create')).toBe(2)
  })

  test('a file with the largest number of changes is applied in one transaction', async () => {
    const place = await newPlace()
    const groups = Object.fromEntries(
      Array.from({ length: limits.plannedChanges }, (_, at) => [`group ${at}`, {}]),
    )
    await applied(place, { version: 1, groups })
    expect(Object.keys((await read(place)).groups ?? {})).toHaveLength(limits.plannedChanges)
  })

  test('passwords end in the file that adds the provider, and start in the file that deletes it', async () => {
    const place = await newPlace()
    const { google } = shop.providers
    await applied(place, { version: 1, project: { passwordLogin: false }, providers: { google } })
    const back = { version: 1, project: { passwordLogin: true }, providers: {} }
    expect(subjects(await plan(place, back))).toEqual(['update project', 'delete providers/google'])
    await applied(place, back)
  })

  test('an object with preventDestroy is deleted only after a file ends the protection', async () => {
    const place = await newPlace()
    await applied(place, { version: 1, groups: { engineering: { preventDestroy: true } } })
    expect(await read(place)).toMatchObject({ groups: { engineering: { preventDestroy: true } } })
    const removed = { projectId: place.projectId, file: { version: 1, groups: {} } }
    const refused = await world.refused(world.people.owner, 'project_file_plan', removed)
    expect(refused).toMatchObject({
      code: 'object_protected',
      detail: expect.stringContaining('groups/engineering'),
    })
    await applied(place, { version: 1, groups: { engineering: { preventDestroy: false } } })
    await applied(place, { version: 1, groups: {} })
    expect(await read(place)).toMatchObject({ groups: {} })
  })

  test('a field that only a creation accepts is refused in a change', async () => {
    const place = await newPlace()
    await applied(place, shop)
    const changed = structuredClone(shop)
    changed.providers.google.catalogueId = 'microsoft'
    const input = { projectId: place.projectId, file: changed }
    const refused = await world.refused(world.people.owner, 'project_file_plan', input)
    expect(refused).toMatchObject({ status: 422, errors: [{ path: 'file.providers.google.catalogueId' }] })
  })

  test('applications with the same name are named by their ids', async () => {
    const place = await newPlace()
    const ids = [await makeClient(place), await makeClient(place)]
    const file = await read(place)
    expect(Object.keys(file.applications ?? {}).toSorted()).toEqual(ids.toSorted())
    const named = { projectId: place.projectId, file: { version: 1, applications: { Example: {} } } }
    expect(await world.refused(world.people.owner, 'project_file_plan', named)).toMatchObject({ status: 422 })
  })
})

describe('project files of agents:', () => {
  const asks = async () => {
    await world.database.run(
      sql`UPDATE agent_clients SET approval = 'ask', approval_for = '{destroys,raises}'`,
    )
    return agentOf(world, world.people.owner.accountId, ['admin:read', 'admin:write', 'admin:high'])
  }

  test('one approval by the effects of the contained changes covers the whole file', async () => {
    const place = await newPlace()
    const agent = await asks()
    const input = { projectId: place.projectId, file: { version: 1, groups: { a: {}, b: {} } } }
    const { digest } = await world.ok(agent, 'project_file_plan', input)
    const asked = await world.call(agent, 'project_file_apply', { ...input, digest })
    expect(asked.body).toMatchObject({ code: 'confirmation_required', effects: ['raises'] })
    const { confirmation } = asked.body as { confirmation: string }
    const person = await world.signIn(world.people.owner)
    const approval = await world.ok(person, 'approval_get', { approvalId: confirmation })
    expect(approval).toMatchObject({ shows: { changes: [{ subject: 'groups/a' }, { subject: 'groups/b' }] } })
    await world.ok(person, 'approval_approve', { approvalId: confirmation })
    const reply = await world.call(agent, 'project_file_apply', { ...input, digest }, { confirmation })
    expect(reply.status, reply.text).toBe(200)
    expect(await read(place)).toMatchObject({ groups: { a: {}, b: {} } })
  })

  test('a file whose changes need no approval is applied with the first call', async () => {
    const place = await newPlace()
    const agent = await asks()
    const input = { projectId: place.projectId, file: { version: 1, project: { displayName: unique('n') } } }
    const { digest } = await world.ok(agent, 'project_file_plan', input)
    expect((await world.call(agent, 'project_file_apply', { ...input, digest })).status).toBe(200)
  })
})

const entriesOf = async ({ projectId }: Place, action: string): Promise<number> =>
  (
    await world.database.rows(
      sql`SELECT 1 FROM audit_entries WHERE project_id = ${projectId} AND action = ${action}`,
    )
  ).length
