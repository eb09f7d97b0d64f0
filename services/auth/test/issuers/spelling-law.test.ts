import { sendRaw, spellingsOf } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../src/http/endpoints.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'
import { insideProvider } from '../support/inside-provider.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']
const verbs = ['get', 'post', 'put', 'delete', 'options'] as const

type Register = (name: string, path: string, ...middleware: unknown[]) => unknown
type Router = Record<(typeof verbs)[number], Register>

/** What the provider's own router serves, noted while a provider is built. */
const provided = new Set<string>()

/** The router is no part of what oidc-provider exports. */
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
  const { issuer } = await makeProject(auth)
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

/** @param target as it is written on the wire */
const ask = (method: string, target: string, issuer: string, headers: Record<string, string> = {}) =>
  sendRaw(auth.address, { method, target, headers: { host: new URL(issuer).host, ...headers } })

/** The address of an endpoint, as a project or the root issuer has it. */
const at = (issuer: string, path: string) => `${new URL(issuer).pathname.replace(/\/$/, '')}${filled(path)}`

it('every route of the provider is in the table of endpoints, with its methods', () => {
  const listed = new Set(
    endpoints.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)),
  )
  expect(provided.size).toBeGreaterThan(25)
  expect([...provided].filter((route) => !listed.has(route))).toEqual([])
})

describe.each(['a project', 'the root issuer'])('at %s', (name) => {
  let issuer: string
  // A parameter in other letters is another one.
  const otherSpellings = (path: string) =>
    spellingsOf(at(issuer, path)).filter(([how]) => how !== 'one letter in upper case' || !/:\w+$/.test(path))
  beforeAll(() => {
    issuer = sites[name] ?? ''
  })

  it.each(endpoints)(
    '$path answers its own spelling, and no other',
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
    'the broken encoding %s is refused as such, not as an unknown path',
    async (target) => {
      expect((await ask('POST', at(issuer, '') + target, issuer)).status).toBe(400)
    },
  )

  it.each(endpoints)('$path answers its own methods, and no other', async ({ path, methods: own }) => {
    for (const method of methods.filter((one) => !own.includes(one))) {
      const { status, headers } = await ask(method, at(issuer, path), issuer)
      expect([method, status, headers.allow]).toEqual([method, 405, own.join(', ')])
    }
  })

  it.each(endpoints)('$path knows no header that overrides the method', async ({ path, methods: own }) => {
    for (const method of own) {
      const plain = await ask(method, at(issuer, path), issuer)
      for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
        const { status } = await ask(method, at(issuer, path), issuer, { [header]: 'DELETE' })
        expect([method, header, status]).toEqual([method, header, plain.status])
      }
    }
  })
})
