import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createClient as createHeyClient } from '@hey-api/openapi-ts'
import { validate as validate30 } from '@hyperjump/json-schema/openapi-3-0'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { operations, placementOf, takesConfirmation } from '@signet/contracts'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { startWorld, type World } from './support/world.ts'

const run = promisify(execFile)
const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const folder = fileURLToPath(new URL('openapi-client', import.meta.url))

interface DescribedOperation {
  readonly operationId: string
  readonly parameters: readonly { readonly $ref?: string }[]
  readonly responses: Record<string, { readonly $ref?: string }>
}

interface SharedResponse {
  readonly headers?: object
  readonly content: Record<string, { readonly schema: { readonly $ref: string } }>
}

/** Modules that exist only after the clients are generated. */
interface Sets {
  setUpCustomer(options: object, teamId: string, customer: object): Promise<unknown>
}

interface Uses {
  useClient(options: object): Promise<unknown>
}

/** Generates a client with each of two generators and compiles it with the code that uses it, which has no casts. */
async function generateClients(document: object): Promise<void> {
  await mkdir(`${folder}/generated`, { recursive: true })
  const types = astToString(await openapiTypes(JSON.stringify(document)))
  await writeFile(`${folder}/generated/schema.d.ts`, types)
  await writeFile(`${folder}/generated/openapi.json`, JSON.stringify(document))
  await createHeyClient({
    input: `${folder}/generated/openapi.json`,
    output: { path: `${folder}/generated/hey`, module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
  await run(compiler, ['--noEmit', '-p', folder])
}

let world: World
let address: string
let document: {
  readonly paths: Record<string, Record<string, DescribedOperation>>
  readonly components: {
    readonly schemas: Record<string, object>
    readonly responses: Record<string, SharedResponse>
  }
}
beforeAll(async () => {
  world = await startWorld()
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  document = (await (await fetch(`${address}/admin/api/openapi.json`)).json()) as typeof document
  await generateClients(document)
}, 60_000)
afterAll(() => world?.close())

test('the document is valid OpenAPI 3.1', async () => {
  const result = await validate('https://spec.openapis.org/oas/3.1/schema-draft-2020-12', document as never)
  expect(result.valid).toBe(true)
})

test('the document for generators of OpenAPI 3.0 is valid', async () => {
  const older = await (await fetch(`${address}/admin/api/openapi-3.0.json`)).json()
  const result = await validate30('https://spec.openapis.org/oas/3.0/schema', older as never)
  expect(result.valid).toBe(true)
})

test('the document describes exactly the served operations, each with its method and path', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  const served = operationNames.map((name) => {
    const { method, path } = placementOf(operations[name])
    return `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`
  })
  expect(described.toSorted()).toEqual(served.toSorted())
})

test('a client generated from the document compiles, and its calls of each kind succeed', async () => {
  const { owner } = world.people
  const { useClient }: Uses = await import(`${folder}/use.ts`)
  const used = await useClient({
    baseUrl: address,
    headers: owner.headers,
    projectId: world.project,
    teamId: world.team,
  })
  const { name } = await world.ok(owner, 'project_get', { projectId: world.project })
  expect(used).toEqual({
    project: name,
    email: 'from-the-document@example.com',
    deleted: 204,
    scope: 200,
    refusal: 'not_found',
  })
}, 60_000)

test('a customer is set up in fifty lines by a generated client, without a cast', async () => {
  const source = await readFile(`${folder}/customer.ts`, 'utf8')
  const lines = source.slice(source.indexOf('export async function')).trim().split('\n')
  expect(lines.length).toBeLessThan(50)
  expect(source).not.toMatch(/\bas (?!const\b)|\bany\b|@ts-/)
  const { setUpCustomer }: Sets = await import(`${folder}/customer.ts`)
  const { headers } = world.people.owner
  const customer = { name: 'Acme Trade', slug: 'acme-trade', admin: 'ada@acme.example' }
  expect(await setUpCustomer({ baseUrl: address, headers }, world.team, customer)).toEqual({
    issuer: `${world.deps.config.SIGNET_BASE_URL}/acme-trade`,
    secret: expect.stringMatching(/^[\w-]{43}$/),
    refusal: 'email_taken',
    deleted: 204,
  })
}, 30_000)

test.each(['br', 'gzip'])('the documents are served compressed (%s)', async (encoding) => {
  for (const path of ['/admin/api/openapi.json', '/admin/api/openapi-3.0.json']) {
    const plain = await world.app.inject({ url: path })
    const packed = await world.app.inject({ url: path, headers: { 'accept-encoding': encoding } })
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(unpack(packed.rawPayload).toString()).toBe(plain.payload)
    expect(packed.rawPayload.length * 8).toBeLessThan(plain.payload.length)
    const refused = await world.app.inject({ url: path, headers: { 'accept-encoding': `${encoding};q=0` } })
    expect(refused.headers['content-encoding']).toBeUndefined()
  }
})

const lastOf = (reference = ''): string => reference.split('/').at(-1) ?? ''

function schemaOfConflict(described: DescribedOperation | undefined): { readonly properties?: object } {
  const { responses, schemas } = document.components
  const response = responses[lastOf(described?.responses['409']?.$ref)]
  return schemas[lastOf(response?.content['application/problem+json']?.schema.$ref)] ?? {}
}

test('the confirmation of a bearer is described at each operation that needs it, and in its 409', () => {
  for (const name of operationNames) {
    const { method, path } = placementOf(operations[name])
    const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const isConfirmed = takesConfirmation(operations[name])
    const isDescribed = described?.parameters.some(
      ({ $ref }) => $ref === '#/components/parameters/Confirmation',
    )
    expect(isDescribed).toBe(isConfirmed)
    if (isConfirmed) expect(schemaOfConflict(described).properties).toHaveProperty('confirmation')
  }
})

test('every resource is one named schema, and every retryable response states when to retry', () => {
  const { schemas, responses } = document.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Project',
      'Application',
      'User',
      'Group',
      'Team',
      'Problem',
      'ConfirmableProblem',
    ]),
  )
  for (const name of ['TooManyRequests', 'Unavailable'])
    expect(responses[name]?.headers).toHaveProperty('Retry-After')
})

test('the former address of the reference leads to the documents, and an unknown subject is not found', async () => {
  const leads = async (path: string) => {
    const { statusCode, headers } = await world.app.inject({ url: `/admin/api/reference${path}` })
    return [statusCode, headers.location]
  }
  expect(await leads('')).toEqual([308, '/docs/reference/api/overview/'])
  expect(await leads('?q=rotate')).toEqual([308, '/docs/reference/api/overview/'])
  expect(await leads('/users')).toEqual([308, '/docs/reference/api/users/'])
  expect(await leads('/nothing')).toEqual([404, undefined])
})
