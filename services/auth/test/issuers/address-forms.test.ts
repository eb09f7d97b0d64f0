import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applicationOf, setSignIn, signInPageOf } from '../support/account-pages.ts'
import { storeClient } from '../support/clients.ts'
import {
  type Auth,
  configureMail,
  makeProject,
  makeUser,
  password,
  rootProjects,
  startAuth,
} from '../support/harness.ts'
import { applicationAndUser, pageOf, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let ids: Awaited<ReturnType<typeof rootProjects>>
beforeAll(async () => {
  auth = await startAuth()
  ids = await rootProjects(auth)
})
afterAll(() => auth?.close())

const read = async (url: string) =>
  (await (await fetchVia(auth.address)(url)).json()) as Record<string, unknown>
const kidsAt = async (url: string) => ((await read(url)).keys as { kid: string }[]).map(({ kid }) => kid)

async function signerAt(issuer: string, projectId: string) {
  const { client, user } = await applicationAndUser(auth, projectId)
  const { tokens } = await signIn(auth, issuer, client, user.email)
  expect(tokens.claims()).toMatchObject({ iss: issuer, sub: user.id })
  return decodeProtectedHeader(String(tokens.id_token)).kid
}

it('a project at the root is served at the root and signs with the keys of the instance', async () => {
  const instanceKeys = await auth.database.rows<{ kid: string }>(
    sql`SELECT kid FROM signing_keys WHERE key_set_id = 'instance'`,
  )
  const kids = instanceKeys.map(({ kid }) => kid)
  expect(await kidsAt(`${auth.baseUrl}/jwks`)).toEqual(expect.arrayContaining(kids))
  for (const id of [ids.defaultId, ids.administratorsId])
    expect(kids).toContain(await signerAt(auth.baseUrl, id))
})

it.for(['path', 'subdomain', 'host'] as const)(
  'a %s project is served at its address with its own issuer, discovery document and key set',
  async (form) => {
    const { id, name, issuer } = await makeProject(auth, { form })
    const base = new URL(auth.baseUrl)
    const { host, pathname } = new URL(issuer)
    expect({ host, pathname }).toEqual(
      {
        path: { host: base.host, pathname: `/${name}` },
        subdomain: { host: `${name}.${base.host}`, pathname: '/' },
        host: { host: `${name}.example${base.port ? `:${base.port}` : ''}`, pathname: '/' },
      }[form],
    )
    const discovery = await read(`${issuer}/.well-known/openid-configuration`)
    expect(discovery).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks` })
    const kids = await kidsAt(`${issuer}/jwks`)
    const signer = await signerAt(issuer, id)
    expect(kids).toContain(signer)
    expect(await kidsAt(`${auth.baseUrl}/jwks`)).not.toContain(signer)
  },
)

it('an administrator with an unverified address must verify it at the sign-in while verification is required', async () => {
  await configureMail(auth)
  const projectId = ids.administratorsId
  const console = await applicationOf(auth, projectId)
  const user = await makeUser(auth, projectId)
  await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  await setSignIn(auth, projectId, { emailVerificationRequired: true, verificationMethod: 'code' })
  const { browser, page, redeem } = await signInPageOf(auth, auth.baseUrl, console)
  const asked = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
  expect(asked.html).toContain('name="code"')
  await auth.idle()
  const { code = '' } = await auth.mailbox.next(user.email)
  const end = await browser.submit(asked, '/verification', { code })
  if (!('arrivedAt' in end)) throw new Error('The sign-in did not end at the application.')
  expect((await redeem(end.arrivedAt)).claims()?.sub).toBe(user.id)
  await setSignIn(auth, projectId, { emailVerificationRequired: false })
})

it('an application that must bind its access tokens obtains none without a proof of a key', async () => {
  const { id, issuer } = await makeProject(auth)
  const machine = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
  const request = { grant_type: 'client_credentials' }
  const tokenOf = async (columns: object) =>
    postForm(auth, `${issuer}/token`, request, await storeClient(auth, id, { ...machine, ...columns }))
  expect((await tokenOf({})).status).toBe(200)
  const refused = await tokenOf({ dpop_bound_access_tokens: true })
  expect(refused.status).toBe(400)
  expect(refused.body).not.toHaveProperty('access_token')
})
