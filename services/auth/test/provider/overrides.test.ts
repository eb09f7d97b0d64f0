import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Provider, { type Client } from 'oidc-provider'
import authorizationSteps from 'oidc-provider/lib/actions/authorization/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configurationFor } from '../../src/configuration/index.ts'
import { IssuerProvider } from '../../src/provider/issuer-provider.ts'
import { overrides } from '../../src/provider/overrides.ts'
import { createOidcContext } from '../../src/provider/request-context.ts'
import { routeSteps } from '../../src/provider/route-steps.ts'
import { changeClient, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, rootProjects, setSetting, startAuth } from '../support/harness.ts'
import { builtIssuer } from '../support/issuers.ts'
import { differences, membersOf, ownMembers } from './class-members.ts'
import { overridesIn } from './override-law.ts'

const listed = overrides.map(({ of, member }) => `${of}.${member}`).sort()
const sources = join(import.meta.dirname, '../../src')

/** Files that may change a class of oidc-provider: they apply the table, or replace the first step of every route. */
const appliers = [
  'provider/issuer-provider.ts',
  'provider/override.ts',
  'provider/overrides.ts',
  'provider/request-context.ts',
]

let auth: Auth
let built: IssuerProvider[]
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'acrValues', { 'urn:example:password': ['pwd'] })
  const project = await makeProject(auth)
  const { administratorsId } = await rootProjects(auth)
  const { clientId } = await storeClient(auth, project.id, { token_endpoint_auth_method: 'private_key_jwt' })
  await changeClient(auth, clientId, 'jwks_uri', 'https://rp.example/jwks')
  const issuers = await Promise.all([project.id, administratorsId].map((id) => builtIssuer(auth, id)))
  built = issuers.map(({ provider }) => provider as IssuerProvider)
  const client = await built[0]?.Client.find(clientId)
  overriddenKeys = client ? keyStoreOf(client) : undefined
})
afterAll(() => auth?.close())

type KeyStore = Record<string, unknown>
let overriddenKeys: KeyStore | undefined
const keyStoreOf = (client: Client) => client.asymmetricKeyStore as KeyStore

const unchanged = ({ optionsContext: context }: IssuerProvider) =>
  new Provider(context.issuer, configurationFor(context))

describe('table of overrides:', () => {
  it('the table lists each member once', () => {
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
  })

  it('the table has a reason for each member', () => {
    expect(overrides.filter(({ because }) => because.length < 20)).toEqual([])
  })

  it('the table lists only members that oidc-provider has', () => {
    const provider = unchanged(built[0] as IssuerProvider)
    const ownerOf = (of: string): object => {
      if (of === 'ClientKeyStore') return Object.getPrototypeOf(overriddenKeys)
      const [name = '', isPrototype] = of.split('.')
      const owner = name === 'Provider' ? Provider : Reflect.get(provider, name)
      return isPrototype ? owner.prototype : owner
    }
    expect(overrides.filter(({ of, member }) => !(member in ownerOf(of)))).toEqual([])
  })

  it('the table lists exactly the class members that differ between a built provider and a plain one', () => {
    const overridden = built.flatMap((one) => differences(membersOf(unchanged(one)), membersOf(one)))
    const ofClasses = listed.filter((name) => !/^(?:ClientKeyStore|Provider)\./.test(name))
    expect([...new Set(overridden)].sort()).toEqual(ofClasses)
  })

  it('the table lists exactly the replaced members of the key store of a client', () => {
    const replaced = ownMembers(overriddenKeys ?? {}).flatMap(([name]) =>
      typeof overriddenKeys?.[name] === 'function' ? [`ClientKeyStore.${name}`] : [],
    )
    expect(replaced.sort()).toEqual(listed.filter((name) => name.startsWith('ClientKeyStore.')))
  })

  it('the table lists exactly the methods of oidc-provider that the provider of a project extends', () => {
    const extended = Object.getOwnPropertyNames(IssuerProvider.prototype).filter(
      (name) => name !== 'constructor' && name in Provider.prototype,
    )
    const provider = built[0] as IssuerProvider
    const usual = Object.keys(unchanged(provider))
    const fields = Object.keys(provider).filter((name) => name in Provider.prototype && !usual.includes(name))
    expect([...extended, ...fields].map((name) => `Provider.prototype.${name}`)).toEqual(
      listed.filter((name) => name.startsWith('Provider.')),
    )
  })
})

describe('context of a request:', () => {
  it('the context of oidc-provider is a plain property, and Provider.ctx returns it in later steps', async () => {
    const [provider] = built
    const ctx = Object.assign(Object.create(provider?.context ?? null), { app: provider })
    const inside = await createOidcContext(ctx, async () => Provider.ctx === ctx)
    expect([inside, Object.getOwnPropertyDescriptor(ctx, 'oidc')?.value]).toEqual([true, ctx.oidc])
  })

  it('the providers of all projects share the prototypes of requests', () => {
    const [one, other] = built
    expect([one?.context, one?.request, one?.response]).toEqual([
      other?.context,
      other?.request,
      other?.response,
    ])
    expect(one?.context).toBe(other?.context)
    expect(one?.OIDCContext).not.toBe(other?.OIDCContext)
  })
})

describe('table of route steps:', () => {
  it('the table has a reason for each step, and its changes do nothing when they are repeated', async () => {
    expect(routeSteps.filter(({ because }) => because.length < 20)).toEqual([])
    const before = authorizationSteps('authorization').length
    for (const { change } of routeSteps) change()
    expect(authorizationSteps('authorization')).toHaveLength(before)
  })

  it('only the files of the table import steps of oidc-provider', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    const changing = files.filter(
      (name) =>
        name.endsWith('.ts') &&
        /oidc-provider\/lib\/(?:actions|helpers\/router|shared\/reject)/.test(
          readFileSync(join(sources, name), 'utf8').replace(/^declare module.*$/gm, ''),
        ),
    )
    expect(changing.sort()).toEqual([
      'provider/authorization-steps.ts',
      'provider/request-context.ts',
      'provider/structured-token-step.ts',
    ])
  })
})

describe('source of the authorization server:', () => {
  const members = overrides.map(({ member }) => member)

  it('members of oidc-provider are overridden only in the files of the table', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const found = files
      .filter((name) => !appliers.includes(name))
      .flatMap((name) =>
        overridesIn(readFileSync(join(sources, name), 'utf8'), members).map((line) => `${name}: ${line}`),
      )
    expect(found).toEqual([])
  })

  it.each([
    'provider.Client.prototype.includeSid = () => true',
    'const { prototype } = provider.Client',
    "Object.defineProperty(provider.OIDCContext, 'acr', {})",
    'provider.Session.findByUid = async () => undefined',
    'model.find = async (value) => find(value)',
    'Object.assign(provider.Client, { find })',
    'class Other extends Provider {}',
  ])('the check of the sources finds `%s`', (line) => {
    expect(overridesIn(line, members)).toHaveLength(1)
  })
})
