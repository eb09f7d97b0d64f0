import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { application, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type Fields = Readonly<Record<string, unknown>>

const clientSecret = 'b0e5c7a2-4f1f-4b6e-9d43-2f4f9f5c1a77'

const importing = (projectId: string, fields: Fields = {}) =>
  world.call(world.people.owner, 'client_import', {
    projectId,
    ...application,
    clientId: unique('legacy-'),
    ...fields,
  })

const storedSecret = async (clientId: string) =>
  (
    await world.database.rows<{ digest: string | null; sealed: string | null }>(
      sql`SELECT secret_digest AS digest, secret_sealed AS sealed FROM clients WHERE id = ${clientId}`,
    )
  )[0]

describe('applications of other systems:', () => {
  test('an imported application keeps its client id and its secret, which is stored as a digest and not returned', async () => {
    const { projectId } = await ownProject(world)
    const clientId = unique('legacy-')
    const reply = await importing(projectId, { clientId, clientSecret })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body).toMatchObject({ clientId, clientName: application.clientName })
    expect(reply.text).not.toContain(clientSecret)
    expect(await storedSecret(clientId)).toEqual({ digest: digest(clientSecret), sealed: null })
    expect(await world.ok(world.people.owner, 'client_get', { projectId, clientId })).toMatchObject({
      clientId,
    })
  })

  test('an imported application without a secret gets a new one, which the answer returns', async () => {
    const { projectId } = await ownProject(world)
    const clientId = unique('legacy-')
    const { body } = await importing(projectId, { clientId })
    const { clientSecret: created } = body as { clientSecret: string }
    expect((await storedSecret(clientId))?.digest).toBe(digest(created))
  })

  test.each<[string, Fields, string]>([
    ['a secret of a public application', { tokenEndpointAuthMethod: 'none', clientSecret }, 'clientSecret'],
    [
      'a secret that is too short for a key',
      { tokenEndpointAuthMethod: 'client_secret_jwt', clientSecret: 'only-twenty-letters-' },
      'clientSecret',
    ],
    ['a short secret', { clientSecret: 'secret' }, 'clientSecret'],
    ['a client id with an address', { clientId: 'https://app.example.com' }, 'clientId'],
    ['a client id of an application of Signet', { clientId: 'signet-mobile' }, 'clientId'],
    [
      'a client id with the form of a service account',
      { clientId: 'sva_01h455vb4pex5vsknk084sn02q' },
      'clientId',
    ],
  ])('%s is refused with the name of the field', async (_case, fields, path) => {
    const { projectId } = await ownProject(world)
    const reply = await importing(projectId, fields)
    expect([400, 422], reply.text).toContain(reply.status)
    expect(reply.body).toMatchObject({ errors: [expect.objectContaining({ path })] })
  })

  test('a client id of a user, an agent or an application of another project is refused', async () => {
    const [{ projectId }, other] = [await ownProject(world), await ownProject(world)]
    const subject = unique('person-')
    await world.ok(world.people.owner, 'project_user_import', {
      projectId,
      users: [{ email: `${subject}@example.com`, subject }],
    })
    const agent = unique('agent-')
    await world.database.run(sql`
      INSERT INTO agent_clients (id, client_id, name) VALUES (${unique('agc_')}, ${agent}, 'Agent')`)
    const foreign = unique('legacy-')
    expect((await importing(other.projectId, { clientId: foreign })).status).toBe(201)
    for (const clientId of [subject, agent, foreign]) {
      const reply = await importing(projectId, { clientId })
      expect(reply, reply.text).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    }
  })

  test('a user whose subject is the client id of an application gets another id', async () => {
    const { projectId } = await ownProject(world)
    const clientId = unique('legacy-')
    await importing(projectId, { clientId })
    const { results } = await world.ok(world.people.owner, 'project_user_import', {
      projectId,
      users: [{ email: `${clientId}@example.com`, subject: clientId }],
    })
    expect(results).toMatchObject([
      { result: 'created', reason: 'subject: another account or an application has it' },
    ])
    expect(results[0]?.userId).toMatch(/^usr_/)
  })

  test('no application is imported into the project of the administrators', async () => {
    const reply = await world.call(world.people.super, 'client_import', {
      projectId: world.administratorsProject,
      ...application,
      clientId: unique('legacy-'),
    })
    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('a project file creates an application with its client id, and applied again it plans no change', async () => {
    const { projectId } = await ownProject(world)
    const { clientName, ...entry } = application
    const clientId = unique('legacy-')
    const fileWith = (fields: Fields) => ({
      version: 1,
      applications: { [clientName]: { ...entry, ...fields } },
    })
    const file = fileWith({ clientId, clientSecret })
    const { changes, digest: plan } = await world.ok(world.people.owner, 'project_file_plan', {
      projectId,
      file,
    })
    expect(JSON.stringify(changes)).not.toContain(clientSecret)
    expect(changes).toMatchObject([{ operation: 'client_import', action: 'create' }])
    await world.ok(world.people.owner, 'project_file_apply', { projectId, file, digest: plan })
    expect((await storedSecret(clientId))?.digest).toBe(digest(clientSecret))
    await world.ok(world.people.owner, 'client_secret_rotate', { projectId, clientId })
    expect((await world.ok(world.people.owner, 'project_file_plan', { projectId, file })).changes).toEqual([])
    const other = await world.call(world.people.owner, 'project_file_plan', {
      projectId,
      file: fileWith({ clientId: unique('legacy-') }),
    })
    expect(other).toMatchObject({ status: 422, body: { code: 'invalid_value' } })
    expect(other.text).toContain('cannot be changed')
  })
})
