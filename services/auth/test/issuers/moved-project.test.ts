import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import type { JWK } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

const other = {
  issuer: 'https://id.example.net/shop',
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'other', x: 'AA' }],
}

interface Stored {
  readonly keys?: readonly JWK[]
  readonly minutes?: number
  readonly finished?: boolean
}

async function move(
  id: string,
  { keys = other.keys, minutes = 60, finished = false }: Stored = {},
): Promise<void> {
  await auth.database.run(sql`
    INSERT INTO project_moves (project_id, issuer, keys, keys_until, identity_sealed, recipient, finished_at)
    VALUES (${id}, ${other.issuer}, ${JSON.stringify(keys)}::jsonb, now() + make_interval(mins => ${minutes}::int), '', '',
      CASE WHEN ${finished}::boolean THEN now() END)`)
  await bumpProject(auth.database, id)
}

const get = (url: string) => fetchVia(auth.address)(url)
const keysOf = async (issuer: string) =>
  ((await (await get(`${issuer}/jwks`)).json()) as { keys: JWK[] }).keys

test.for(['path', 'subdomain', 'host'] as const)(
  'the key set of a project at a %s address has the keys of the other issuer after its own until their date',
  async (form) => {
    const { id, issuer } = await makeProject(auth, { form })
    const own = await keysOf(issuer)
    await move(id)
    expect(await keysOf(issuer)).toEqual([...own, { ...other.keys[0], use: 'sig' }])
    await auth.database.run(
      sql`UPDATE project_moves SET keys_until = now() - interval '1 second' WHERE project_id = ${id}`,
    )
    await bumpProject(auth.database, id)
    expect(await keysOf(issuer)).toEqual(own)
  },
)

test('a key of the other issuer with the id of an own key is not published', async () => {
  const { id, issuer } = await makeProject(auth)
  const own = await keysOf(issuer)
  await move(id, { keys: own.map(({ kid = '' }) => ({ kty: 'OKP', crv: 'Ed25519', x: 'AA', kid })) })
  expect(await keysOf(issuer)).toEqual(own)
})

test('the address of a finished move serves its key set only, and names the other issuer', async () => {
  const { id, issuer } = await makeProject(auth)
  expect((await get(`${issuer}/.well-known/openid-configuration`)).status).toBe(200)
  await move(id, { finished: true })
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    const response = await get(`${issuer}${path}`)
    expect(response.status).toBe(410)
    expect(await response.json()).toMatchObject({ error: 'issuer_moved', issuer: other.issuer })
  }
  for (const path of ['/auth', '/me', '/account', '/session/end'])
    expect((await get(`${issuer}${path}`)).status).toBe(404)
  expect((await keysOf(issuer)).map(({ kid }) => kid)).toContain('other')
})
