import { Profile } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Attribute } from '../src/schemas/attribute.ts'
import { enterpriseUserSchema } from '../src/schemas/enterprise-user.ts'
import { userSchema } from '../src/schemas/user.ts'
import { makeConnection, type Scim, type ScimConnection, startScim, staticToken } from './support.ts'

let scim: Scim
let connection: ScimConnection
let token: string
beforeAll(async () => {
  scim = await startScim()
  connection = await makeConnection(scim)
  token = await staticToken(scim, connection)
})
afterAll(() => scim?.close())

const get = (path: string, options?: { method?: string; headers?: Record<string, string> }) =>
  scim.get(`${connection.scim}${path}`, token, options)

interface Listed {
  readonly totalResults: number
  readonly Resources: { id: string; schemas: string[]; meta: { location: string; resourceType: string } }[]
}

describe.each(['ResourceTypes', 'Schemas'])('/%s:', (path) => {
  it('the endpoint lists its members, and each is found at its own address', async () => {
    const answer = await get(`/${path}`)
    expect(answer.headers.get('content-type')).toContain('application/scim+json')
    const list = (await answer.json()) as Listed
    expect(list).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      startIndex: 1,
      itemsPerPage: list.totalResults,
    })
    expect(list.Resources).toHaveLength(list.totalResults)
    for (const resource of list.Resources) {
      expect(resource.meta.location).toBe(`${connection.scim}/${path}/${resource.id}`)
      expect(await (await scim.get(resource.meta.location, token)).json()).toEqual(resource)
    }
  })

  it('the endpoint refuses an unknown member with 404, a filter with 403 and a change with 405', async () => {
    expect((await get(`/${path}/Nothing`)).status).toBe(404)
    expect((await get(`/${path}?filter=id%20eq%20"User"`)).status).toBe(403)
    const refused = await get(`/${path}`, { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

it('the resource types are users with the enterprise extension, and groups', async () => {
  const list = (await (await get('/ResourceTypes')).json()) as Listed
  expect(list.Resources).toMatchObject([
    {
      id: 'User',
      endpoint: '/Users',
      schema: 'urn:ietf:params:scim:schemas:core:2.0:User',
      schemaExtensions: [
        { schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', required: false },
      ],
    },
    { id: 'Group', endpoint: '/Groups', schema: 'urn:ietf:params:scim:schemas:core:2.0:Group' },
  ])
})

it('the service provider configuration announces only supported features', async () => {
  expect(await (await get('/ServiceProviderConfig')).json()).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    bulk: { supported: true, maxOperations: 100, maxPayloadSize: 1_048_576 },
    changePassword: { supported: false },
    sort: { supported: true },
    pagination: { cursor: true, index: true, defaultPaginationMethod: 'index', maxPageSize: 200 },
    etag: { supported: true },
    patch: { supported: true },
    filter: { supported: true, maxResults: 200 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
})

it.each(['/Me', '/.search'])('the endpoint %s responds with 501', async (path) => {
  expect((await get(path, { method: 'POST' })).status).toBe(501)
})

it('an unknown path responds with 404 and a SCIM error', async () => {
  const answer = await get('/Nothing')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ status: '404' })
})

describe('schemas:', () => {
  const names = (attributes: readonly Attribute[]) => attributes.map(({ name }) => name)
  /** Columns of the account, or rows of another table. */
  const beside = ['userName', 'active', 'groups']

  it('the schemas have exactly the attributes of an account', () => {
    const { enterprise, ...profile } = Profile.shape
    expect(
      names(userSchema.attributes)
        .filter((name) => !beside.includes(name))
        .toSorted(),
    ).toEqual(Object.keys(profile).toSorted())
    expect(names(enterpriseUserSchema.attributes).toSorted()).toEqual(
      Object.keys(enterprise.unwrap().shape).toSorted(),
    )
    const name = userSchema.attributes.find((attribute) => attribute.name === 'name')
    expect(names(name?.subAttributes ?? []).toSorted()).toEqual(
      Object.keys(Profile.shape.name.unwrap().shape).toSorted(),
    )
  })

  it('every attribute has every characteristic of its type (RFC 7643 section 7)', async () => {
    const list = (await (await get('/Schemas')).json()) as { Resources: { attributes: Attribute[] }[] }
    const all = (attributes: readonly Attribute[]): Attribute[] =>
      attributes.flatMap((attribute) => [attribute, ...all(attribute.subAttributes ?? [])])
    for (const attribute of list.Resources.flatMap(({ attributes }) => all(attributes))) {
      const characteristics = ['type', 'multiValued', 'description', 'required', 'mutability', 'returned']
      for (const name of characteristics) expect(attribute, attribute.name).toHaveProperty(name)
      if (attribute.type === 'complex') expect(attribute.subAttributes?.length).toBeGreaterThan(0)
      if (attribute.type === 'string') expect(attribute).toHaveProperty('uniqueness')
      if (attribute.type === 'reference') expect(attribute.referenceTypes?.length).toBeGreaterThan(0)
    }
  })
})

it('a defect responds with 500 and a reference, and is captured without the content of the request', async () => {
  await scim.database.run(sql`ALTER TABLE provisioning_connections RENAME COLUMN enabled TO mislaid`)
  onTestFinished(async () => {
    await scim.database.run(sql`ALTER TABLE provisioning_connections RENAME COLUMN mislaid TO enabled`)
  })
  const answer = await get('/Schemas?secret=1')
  const body = (await answer.json()) as { status: string; detail: string }
  expect([answer.status, body.status]).toEqual([500, '500'])
  expect(scim.occurrences).toMatchObject([
    { errorCode: 'internal', route: '/scim/v2/Schemas', surface: 'scim', requestId: expect.any(String) },
  ])
  expect(body.detail).toContain(scim.occurrences[0]?.reference)
})
