import { sql } from '@signet/db'
import { assertionKeyPlace } from '@signet/federation'
import { sendRaw, someOf, spellingsOf } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../src/http/endpoints.ts'
import { addProvider } from '../federation/world.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'
import { insideProvider } from '../support/inside-provider.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']
const verbs = ['get', 'post', 'put', 'delete', 'options'] as const

type Register = (name: string, path: string, ...middleware: unknown[]) => unknown
type Router = Record<(typeof verbs)[number], Register>

/** Routes of oidc-provider, recorded while a provider is built. */
const provided = new Set<string>()

/** oidc-provider does not export the internal router. */
async function noteRoutes(): Promise<void> {
  const { default: Router } = await insideProvider<{ default: { prototype: Router } }>('helpers/router.js')
  for (const verb of verbs) {
    const register = Router.prototype[verb]
    Router.prototype[verb] = function (name, path, ...middleware) {
      provided.add(`${verb.toUpperCase()} ${path}`)
      return register.call(this, name, path, ...middleware)
    }
  }
}

const rootProject = async (): Promise<string> => {
  const [row] = await auth.database.rows<{ id: string }>(
    sql`SELECT id FROM projects WHERE address_form = 'root' ORDER BY id LIMIT 1`,
  )
  return row?.id ?? ''
}

async function addProviderWithKey(projectId: string): Promise<void> {
  const provider = { issuer: 'https://idp.example', client: { clientId: 'signet', clientSecret: 'secret' } }
  const providerId = await addProvider(auth, projectId, provider, { id: 'google' })
  const sealed = auth.vault.seal('{}', assertionKeyPlace({ projectId, providerId }))
  await auth.database.run(sql`
    UPDATE identity_providers SET protocol = 'saml', client_secret_sealed = NULL,
      assertion_key = '{"kty":"RSA"}', assertion_key_sealed = ${sealed}
    WHERE project_id = ${projectId} AND id = ${providerId}`)
}

let auth: Auth
let sites: Readonly<Record<string, string>>
beforeAll(async () => {
  await noteRoutes()
  auth = await startAuth()
  for (const name of [
    'registration.enabled',
    'registration.issueRegistrationAccessToken',
    'registrationManagement.enabled',
    'ciba.enabled',
    'globalTokenRevocation.enabled',
  ])
    await setSetting(auth, name, true)
  const { id, issuer } = await makeProject(auth)
  for (const projectId of [id, await rootProject()]) await addProviderWithKey(projectId)
  sites = { 'a project': issuer, 'the root issuer': auth.baseUrl }
  await ask('GET', at(issuer, '/.well-known/openid-configuration'), issuer)
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const values: Readonly<Record<string, string>> = {
  uid: 'V1StGXR8_Z5jdHi6B-myT',
  step: 'login',
  clientId: 'app_01h455vb4pex5vsknk084sn02q',
  providerId: 'google',
}
const filled = (path: string) => path.replace(/:(\w+)/g, (_parameter, name: string) => values[name] ?? name)

/** @param target the request target as sent on the wire */
const ask = (method: string, target: string, issuer: string, headers: Record<string, string> = {}) =>
  sendRaw(auth.address, { method, target, headers: { host: new URL(issuer).host, ...headers } })

const at = (issuer: string, path: string) => `${new URL(issuer).pathname.replace(/\/$/, '')}${filled(path)}`

it('every route of oidc-provider is in the table of endpoints with its methods', () => {
  const listed = new Set(
    endpoints.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)),
  )
  expect(provided.size).toBeGreaterThan(25)
  expect([...provided].filter((route) => !listed.has(route))).toEqual([])
})

describe.each(['a project', 'the root issuer'])('at %s:', (name) => {
  let issuer: string
  // A parameter in other letters is a different value.
  const otherSpellings = (path: string) =>
    spellingsOf(at(issuer, path)).filter(([how]) => how !== 'one letter in upper case' || !/:\w+$/.test(path))
  beforeAll(() => {
    issuer = sites[name] ?? ''
  })

  it.each(someOf(endpoints))(
    '$path is found only in its own spelling',
    async ({ path, methods: [method = ''] }) => {
      const own = await ask(method, at(issuer, path), issuer)
      expect([404, 405].includes(own.status) && own.text.includes('"not_found"')).toBe(false)
      for (const [how, target] of otherSpellings(path))
        expect({ how, status: (await ask(method, target, issuer)).status }).toEqual({
          how,
          status: expect.toBeOneOf([400, 404]),
        })
    },
  )

  it.each(['/%', '/token%', '/token%2', '/token%u0041', '/interaction/%zz/login'])(
    'the malformed encoding %s is rejected with 400, not as an unknown path',
    async (target) => {
      expect((await ask('POST', at(issuer, '') + target, issuer)).status).toBe(400)
    },
  )

  it.each(someOf(endpoints))('$path accepts only its own methods', async ({ path, methods: own }) => {
    for (const method of methods.filter((one) => !own.includes(one))) {
      const { status, headers } = await ask(method, at(issuer, path), issuer)
      expect([method, status, headers.allow]).toEqual([method, 405, own.join(', ')])
    }
  })

  it.each(someOf(endpoints))(
    '$path ignores headers that override the method',
    async ({ path, methods: own }) => {
      for (const method of own) {
        const plain = await ask(method, at(issuer, path), issuer)
        for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
          const { status } = await ask(method, at(issuer, path), issuer, { [header]: 'DELETE' })
          expect([method, header, status]).toEqual([method, header, plain.status])
        }
      }
    },
  )
})
