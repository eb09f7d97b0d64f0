import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchVia } from '@signet/testkit'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configurationFor } from '../../src/configuration/index.ts'
import { type Endpoint, endpoints } from '../../src/http/endpoints.ts'
import type { IssuerProvider } from '../../src/provider/issuer-provider.ts'
import { layers } from '../../src/provider/pipeline.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'
import { insideProvider } from '../support/inside-provider.ts'
import { builtIssuer } from '../support/issuers.ts'

interface Router {
  match(method: string, path: string): object | undefined
}

const values: Readonly<Record<string, string>> = {
  uid: 'V1StGXR8_Z5jdHi6B-myT',
  step: 'login',
  clientId: 'app_01h455vb4pex5vsknk084sn02q',
  providerId: 'google',
}
const filled = (path: string) => path.replace(/:(\w+)/g, (_parameter, name: string) => values[name] ?? name)

let auth: Auth
let issuer: string
let provider: IssuerProvider
let router: Router
beforeAll(async () => {
  auth = await startAuth()
  for (const name of [
    'registration.enabled',
    'registration.issueRegistrationAccessToken',
    'registrationManagement.enabled',
    'ciba.enabled',
    'globalTokenRevocation.enabled',
  ])
    await setSetting(auth, name, true)
  const project = await makeProject(auth)
  ;({ issuer } = project)
  provider = (await builtIssuer(auth, project.id)).provider as IssuerProvider
  const { get } = await insideProvider<{ get(provider: Provider): { router: Router } }>(
    'helpers/weak_cache.js',
  )
  router = get(provider).router
})
afterAll(() => auth?.close())

describe('layers of an endpoint:', () => {
  it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    'the layers of %s begin with those of every request and end with oidc-provider or a page',
    (_path, { layers: names }) => {
      expect(names.slice(0, 2)).toEqual(['empty body', 'defects'])
      expect(names).toContain('request unit')
      expect(names.length).toBeGreaterThan(3)
      expect(new Set(names).size).toBe(names.length)
      expect(names.slice(0, -1)).not.toContain('provider')
    },
  )

  it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    'the layers of %s include oidc-provider exactly when it has such a route',
    (path, { layers: names, methods }: Endpoint) => {
      const isRouted = methods.some((method) => router.match(method, filled(path)))
      expect(names.at(-1) === 'provider').toBe(isRouted)
    },
  )

  it('each layer of the pipeline is used by at least one endpoint', () => {
    const named = new Set(endpoints.flatMap((endpoint) => endpoint.layers))
    named.delete('provider')
    expect([...named].sort()).toEqual(Object.keys(layers).sort())
  })
})

describe('discovery document:', () => {
  it.each(['openid-configuration', 'oauth-authorization-server'])(
    'the document %s is sent from memory after its first response',
    async (name) => {
      const get = () => fetchVia(auth.address)(`${issuer}/.well-known/${name}`)
      const [rendered, stored] = [await get(), await get()]
      expect([rendered.headers.has('etag'), stored.headers.has('etag')]).toEqual([false, true])
      expect(await stored.json()).toEqual(await rendered.json())
    },
  )
})

describe('middleware of a provider:', () => {
  it('the middleware consists of the pipeline and the routes of oidc-provider', () => {
    const { optionsContext: context } = provider
    const routes = new Provider(context.issuer, configurationFor(context)).middleware
    expect(routes).toHaveLength(1)
    expect(provider.middleware).toHaveLength(2)
  })

  it.each([
    ['middleware is added', /\.use\(/g],
    ['the type of the context is asserted', /as unknown as KoaContextWithOIDC/g],
  ])('%s in one place of the pipeline', (_what, pattern) => {
    const sources = join(import.meta.dirname, '../../src')
    const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join(sources, name), 'utf8').matchAll(pattern)].map(() => name))
    expect(found).toEqual(['provider/pipeline.ts'])
  })
})
