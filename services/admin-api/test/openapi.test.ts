import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { operations, placementOf } from '@signet/contracts'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedOperations } from '../src/domains/index.ts'
import { startWorld, type World } from './support/world.ts'

const run = promisify(execFile)
const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const folder = fileURLToPath(new URL('openapi-client', import.meta.url))

/** Known to the compiler only once the client's types are generated. */
interface Uses {
  useClient(options: object): Promise<unknown>
}

let world: World
let address: string
let document: { readonly paths: Record<string, Record<string, { operationId: string }>> }
beforeAll(async () => {
  world = await startWorld()
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  document = (await (await fetch(`${address}/admin/api/openapi.json`)).json()) as typeof document
})
afterAll(() => world?.close())

test('the document is valid OpenAPI 3.1', async () => {
  const result = await validate('https://spec.openapis.org/oas/3.1/schema-draft-2020-12', document as never)
  expect(result.valid).toBe(true)
})

test('the document describes exactly what is served, each under its method and path', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  const served = servedOperations.map((name) => {
    const { method, path } = placementOf(operations[name])
    return `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`
  })
  expect(described.toSorted()).toEqual(served.toSorted())
})

test('a client generated from the document compiles, and its calls of each kind do what they say', async () => {
  await mkdir(`${folder}/generated`, { recursive: true })
  const types = astToString(await openapiTypes(JSON.stringify(document)))
  await writeFile(`${folder}/generated/schema.d.ts`, types)
  await run(compiler, ['--noEmit', '-p', folder])
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

test('the reference shows every operation, loads nothing and runs no script', async () => {
  const page = await fetch(`${address}/admin/api/reference`)
  const text = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).not.toMatch(/<script|<link|<img|src=|style="/)
  for (const name of servedOperations) expect(text).toContain(`<article id="${name}">`)
})
