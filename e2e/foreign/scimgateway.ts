import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { freePort } from '../support/stack.ts'
import { installNpm } from './install.ts'
import type { Instance } from './instance.ts'
import { createScimConnection, type ScimConnection } from './scim-connection.ts'
import { startServer } from './server.ts'
import type { Suite } from './suite.ts'

const version = 'scimgateway@6.1.18'

/** Path of a checkout with its packages, in place of the package of npm. */
const variable = 'SIGNET_SCIMGATEWAY'

const credentials = { username: 'gwadmin', password: 'password' }

/** Null when the package is not available. */
async function findGateway(tools: string): Promise<string | null> {
  const given = process.env[variable]
  if (given) return given
  const programs = await installNpm(tools, 'scimgateway', [version, '--ignore-scripts']).catch(() => null)
  return programs && join(dirname(programs), 'scimgateway')
}

interface GatewayConfiguration {
  readonly scimgateway: { port: number; localhostonly: boolean }
  readonly endpoint: { readonly entity: { readonly undefined: { connection: object } } }
}

/**
 * Copies scimgateway, because it reads its configuration next to its program, and configures Signet as the endpoint of its plugin for
 * SCIM, with client credentials (RFC 6749 section 4.4).
 * @returns the address of the gateway
 */
async function startGateway(source: string, folder: string, connection: ScimConnection) {
  const { clientSecret } = await connection.issue({ kind: 'secret' })
  const home = join(folder, 'gateway')
  const packages = join(source, 'node_modules')
  cpSync(source, home, { recursive: true, filter: (file) => basename(file) !== 'node_modules' })
  // An installation of npm has the packages of scimgateway next to it.
  symlinkSync(existsSync(packages) ? packages : dirname(source), join(home, 'node_modules'))
  writeFileSync(join(home, 'index.ts'), `import './lib/plugin-scim.ts'\nexport {}\n`)
  const file = join(home, 'config/plugin-scim.json')
  const configuration = JSON.parse(readFileSync(file, 'utf8')) as GatewayConfiguration
  const port = await freePort()
  Object.assign(configuration.scimgateway, { port, localhostonly: true })
  configuration.endpoint.entity.undefined.connection = {
    baseUrls: [connection.url],
    auth: {
      type: 'oauth',
      options: { tokenUrl: connection.tokenEndpoint, clientId: connection.clientId, clientSecret },
    },
  }
  writeFileSync(file, JSON.stringify(configuration))
  const address = `http://localhost:${port}`
  const { stop } = await startServer({
    command: process.execPath,
    args: ['--import', 'tsx', 'index.ts'],
    probe: `${address}/ping`,
    folder: home,
  })
  return { address, stop }
}

type Resource = Readonly<Record<string, unknown>>

function clientOf(address: string) {
  const authorization = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`
  return async (method: string, path: string, body?: object): Promise<Resource> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/scim+json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as Resource)
  }
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (found !== wanted) throw new Error(`${what} is ${found} instead of ${wanted}.`)
}

const patch = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

const resourcesOf = (list: Resource): readonly Resource[] => (list.Resources ?? []) as readonly Resource[]

/**
 * Creates, finds, changes and deletes a user and a group by the gateway, and reads the result from Signet.
 * @returns the number of checks
 */
async function check({ get }: Instance, { projectId }: ScimConnection, address: string): Promise<number> {
  const send = clientOf(address)
  const users = `/projects/${projectId}/users`
  const groups = `/projects/${projectId}/groups`
  let checks = 0
  const expect = (what: string, actual: unknown, expected: unknown) => {
    expectEqual(what, actual, expected)
    checks += 1
  }
  const userName = 'grace@company.example'
  await send('POST', '/Users', {
    userName,
    active: true,
    name: { givenName: 'Grace', familyName: 'Hopper', formatted: 'Grace Hopper' },
    title: 'Engineer',
    emails: [{ value: userName, type: 'work' }],
  })
  const filter = encodeURIComponent(`userName eq "${userName}"`)
  const [found] = resourcesOf(await send('GET', `/Users?filter=${filter}`))
  const id = String(found?.id)
  const read = () => get(`${users}/${id}`)
  expect('the address', (await read()).email, userName)
  expect('the name', (await read()).name, 'Grace Hopper')
  expect('the user by id', (await send('GET', `/Users/${id}`)).userName, userName)
  expect('the list of users', resourcesOf(await send('GET', '/Users')).length, 1)
  await send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'name.familyName', value: 'Murray' }))
  expect(
    'the family name',
    (await read()).profile && Object((await read()).profile).name?.familyName,
    'Murray',
  )
  await send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
  expect('the status after deactivation', (await read()).status, 'deactivated')
  await send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
  expect('the status after activation', (await read()).status, 'active')

  await send('POST', '/Groups', { displayName: 'Engineers' })
  const [group] = resourcesOf(
    await send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Engineers"')}`),
  )
  const groupId = String(group?.id)
  const namesOf = async () =>
    ((await read()).groups as readonly { readonly displayName: string }[]).map(
      ({ displayName }) => displayName,
    )
  await send('PATCH', `/Groups/${groupId}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }))
  expect('the groups after an addition', await namesOf(), ['Engineers'])
  await send('PATCH', `/Groups/${groupId}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
  expect('the groups after a removal', await namesOf(), [])
  await send('DELETE', `/Groups/${groupId}`)
  expect('the groups after a deletion', (await get(groups)).groups, [])
  await send('DELETE', `/Users/${id}`)
  expect('the number of users after a deletion', (await get(users)).totalResults, 0)
  return checks
}

/** The plugin for SCIM sends the requests of a directory to a connection of Signet. */
export const scimgateway: Suite = {
  name: 'scimgateway',
  toolchain: ['npm'],
  async run({ folder, tools, instance }) {
    const source = await findGateway(tools)
    if (source === null) return `not run: package ${version} not available`
    const connection = await createScimConnection(instance, 'scimgateway')
    const { address, stop } = await startGateway(source, folder, connection)
    try {
      return `${await check(instance, connection, address)} checks passed`
    } finally {
      await stop()
    }
  },
}
