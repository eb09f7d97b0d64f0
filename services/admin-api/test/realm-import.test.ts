import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, startCommandLine } from './support/command-line.ts'
import { realm } from './support/realm.ts'
import { ownProject } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-'))

let world: World
let signet: CommandLine['signet']
let succeeded: CommandLine['succeeded']
beforeAll(async () => {
  world = await startWorld()
  ;({ signet, succeeded } = await startCommandLine(world))
})
afterAll(() => world?.close())

/** Writes an export, and returns the arguments of its import. Client ids are unique in the instance. */
function importOf(name: string, value: object, projectId: string): string[] {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(value))
  return ['realm', 'import', path, '--project', projectId]
}

const fileOf = async (projectId: string) =>
  (await world.ok(world.people.super, 'project_file_get', { projectId })).file as Record<string, never>

const secretOf = async (projectId: string, id: string) =>
  (
    await world.database.rows<{ digest: string | null }>(
      sql`SELECT secret_digest AS digest FROM clients WHERE project_id = ${projectId} AND id = ${id}`,
    )
  )[0]?.digest

describe('realms of Keycloak:', () => {
  test('a realm becomes applications with their ids and secrets, groups, APIs, providers and users with their sub', async () => {
    const { projectId } = await ownProject(world)
    const args = importOf('realm.json', realm, projectId)
    const planned = await signet([...args, '--plan-only'])
    expect(planned, planned.err).toMatchObject({ code: 2 })
    expect(planned.out).toContain('+ applications/Web shop')
    expect(Object.keys((await fileOf(projectId)).applications ?? {})).toEqual([])

    await succeeded(...args, '--yes')
    expect(await fileOf(projectId)).toMatchObject({
      project: { displayName: 'Shop', language: 'de', passwordLogin: true, registrationOpen: true },
      groups: {
        buyer: {},
        engineering: {},
        'engineering/on call': {},
        manager: {},
        'role:engineering': {},
        'web-shop/editor': {},
      },
      apis: {
        'https://api.shop.example': { scopes: ['orders.read'] },
        'urn:keycloak:orders-api': { name: 'orders-api' },
      },
      providers: {
        google: {
          emailTrusted: true,
          groupsClaim: 'groups',
          groupMappings: [{ value: 'managers', group: 'web-shop/editor' }],
          claimMappings: [{ claim: 'cost', name: 'cost_centre' }],
        },
      },
      applications: {
        mobile: { applicationType: 'native', tokenEndpointAuthMethod: 'none', dpopBoundAccessTokens: true },
        'Web shop': {
          redirectUris: ['https://shop.example/callback'],
          postLogoutRedirectUris: ['https://shop.example/bye', 'https://shop.example/callback'],
          corsOrigins: ['https://shop.example', 'https://admin.shop.example'],
          scope: 'openid profile email groups orders.read offline_access',
          backchannelLogoutUri: 'https://shop.example/logout',
          declaredClaims: [
            { claim: 'roles', source: 'groupNames', in: ['id_token', 'userinfo'] },
            { claim: 'department', source: 'storedClaim', storedClaim: 'department', in: ['access_token'] },
          ],
        },
        worker: { grantTypes: ['client_credentials'] },
      },
    })
    const secret = realm.clients[1].secret
    expect(await secretOf(projectId, 'web-shop')).toBe(digest(secret))
    expect(await secretOf(projectId, 'mobile')).toBeNull()

    const { users } = await world.ok(world.people.super, 'project_user_list', { projectId })
    const [user] = users
    expect(users).toHaveLength(1)
    expect(user).toMatchObject({ id: realm.users[0].id, email: 'ada@example.com', verified: true })
    expect(user?.groups.map(({ displayName }) => displayName).toSorted()).toEqual(
      ['buyer', 'engineering', 'manager', 'role:engineering', 'web-shop/editor'].toSorted(),
    )
    const { claims } = await world.ok(world.people.super, 'project_user_get', {
      projectId,
      userId: realm.users[0].id,
    })
    expect(claims).toEqual({ department: 'R&D' })

    const again = await signet([...args, '--yes'])
    expect(again, again.err).toMatchObject({ code: 0 })
    expect(again.out).toContain('No changes.')
    expect(again.out).toContain('1 imported: 0 created, 0 updated, 1 skipped, 0 refused.')
    await deleteApplications(projectId)
  }, 240_000)

  test('each part of a realm without a counterpart is reported with its path', async () => {
    const { projectId } = await ownProject(world)
    const { err } = await signet([...importOf('report.json', realm, projectId), '--plan-only'])
    const lines = err.split('\n')
    for (const line of [
      'accessTokenLifespan: 600',
      'authenticationFlows/browser with a risk check: ',
      'browserFlow: ',
      'bruteForceProtected: ',
      'clientScopes/marketing: ',
      'clientScopes/roles: ',
      'clients/closed: ',
      'clients/https://wiki.example/saml: ',
      'clients/orders-api: ',
      'clients/web-shop/attributes/access.token.lifespan: ',
      'clients/web-shop/directAccessGrantsEnabled: ',
      'clients/web-shop/protocolMappers/nested: ',
      'clients/web-shop/protocolMappers/script: ',
      'clients/web-shop/redirectUris/https://shop.example/*: ',
      'clients/worker/secret: ',
      'components/org.keycloak.storage.UserStorageProvider/company: ',
      'defaultRole/buyer: ',
      'eventsListeners/kafka: ',
      'identityProviders/github: ',
      'identityProviders/partner: the export has no secret: set SIGNET_SECRET_PARTNER',
      'loginTheme: ',
      'passwordPolicy/length(12): ',
      'roles/engineering: a group has this name',
      'smtpServer: ',
      'users/service-account-worker: ',
    ])
      expect(
        lines.filter((one) => one.startsWith(line)),
        line,
      ).toHaveLength(1)
  }, 240_000)

  test('a masked secret of a provider is read from the variable that the report names', async () => {
    const { projectId } = await ownProject(world)
    const args = importOf('partner.json', { ...realm, clients: [], users: [] }, projectId)
    const done = await signet([...args, '--yes'], { SIGNET_SECRET_PARTNER: 'secret-of-the-partner' })
    expect(done, done.err).toMatchObject({ code: 0 })
    expect((await fileOf(projectId)).providers).toMatchObject({
      partner: { issuer: 'https://id.partner.example', enabled: false },
    })
  }, 240_000)

  test('a realm with more changes than one file is applied in parts, and continues after an interruption', async () => {
    const { projectId } = await ownProject(world)
    const groups = Array.from({ length: 60 }, (_, index) => ({
      name: `team ${index}`,
      path: `/team ${index}`,
    }))
    const args = importOf('large.json', { realm: 'large', roles: {}, groups, users: [] }, projectId)
    const first = await signet(args)
    expect(first).toMatchObject({ code: 1, err: expect.stringContaining('Part 1 of 3.') })
    await succeeded(...args, '--yes')
    expect(Object.keys((await fileOf(projectId)).groups ?? {})).toHaveLength(60)
    expect(await succeeded(...args, '--yes')).toBe('No changes.\n')
  }, 240_000)

  test('an import keeps the objects that the project has already', async () => {
    const { projectId } = await ownProject(world)
    await world.ok(world.people.super, 'project_group_create', { projectId, displayName: 'kept' })
    const args = importOf('kept.json', { realm: 'x', roles: {}, groups: [{ name: 'new' }] }, projectId)
    await succeeded(...args, '--yes')
    expect(Object.keys((await fileOf(projectId)).groups ?? {}).toSorted()).toEqual(['kept', 'new'])
  }, 240_000)

  test('--out writes a project file that refers to its secrets, the users and the report, for the owner only', async () => {
    const { projectId } = await ownProject(world)
    const out = join(folder, 'out')
    await succeeded(...importOf('out.json', realm, projectId), '--out', out)
    const text = readFileSync(join(out, 'signet.yaml'), 'utf8')
    expect(text).not.toContain(realm.clients[1].secret)
    expect(text).not.toContain('secret-of-google')
    for (const name of ['signet.yaml', 'users.ndjson', 'report.txt', 'secrets/applications-2'])
      expect(statSync(join(out, name)).mode & 0o777, name).toBe(0o600)
    expect(readFileSync(join(out, 'report.txt'), 'utf8')).toContain('clients/closed: ')
    await succeeded('apply', '--project', projectId, '--file', join(out, 'signet.yaml'), '--yes')
    await succeeded('users', 'import', join(out, 'users.ndjson'), '--from', 'ndjson', '--project', projectId)
    expect(await secretOf(projectId, 'web-shop')).toBe(digest(realm.clients[1].secret))
    await deleteApplications(projectId)
  }, 240_000)

  test.each([
    ['a list of realms', [realm], 'has several realms'],
    ['a file without clients and roles', { realm: 'x', users: [] }, 'None of the files is a realm export'],
  ])('%s is refused', async (_case, value, reason) => {
    const { projectId } = await ownProject(world)
    expect(await signet(importOf('wrong.json', value, projectId))).toMatchObject({
      code: 1,
      err: expect.stringContaining(reason),
    })
  })
})

/** Client ids are unique in the instance. */
async function deleteApplications(projectId: string): Promise<void> {
  const { clients } = await world.ok(world.people.super, 'client_list', { projectId })
  for (const { clientId } of clients)
    await world.ok(world.people.super, 'client_delete', { projectId, clientId })
}
