import type { SearchResult } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection } from './support/directories.ts'
import { addFault } from './support/faults.ts'
import type { Person } from './support/people.ts'
import { api, application, unique } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
const word = 'quartz'
const made: Partial<Record<SearchResult['kind'], string>> = {}
beforeAll(async () => {
  world = await startWorld()
  const { owner } = world.people
  const projectId = world.project
  const displayName = `${word} people`
  await world.ok(owner, 'project_update', { projectId, name: `The ${word} shop` })
  await world.ok(owner, 'team_update', { teamId: world.team, name: `The ${word} team` })
  made.project = projectId
  made.team = world.team
  const clientName = `The ${word} app`
  made.application = (
    await world.ok(owner, 'client_create', { projectId, ...application, clientName })
  ).clientId
  const email = `${word}@example.com`
  made.user = (await world.ok(owner, 'project_user_create', { projectId, email })).id
  made.group = (await world.ok(owner, 'project_group_create', { projectId, displayName })).id
  const name = `The ${word} API`
  made.api = (await world.ok(owner, 'resource_declare', { projectId, ...api(), name })).identifier
  const directory = await connection({ world, projectId })
  made.connection = directory.connectionId
  const [provider] = (await world.ok(owner, 'federation_provider_list', { projectId })).providers
  made.provider = provider?.id ?? ''
  await world.database.run(sql`UPDATE provisioning_connections SET display_name = ${displayName}`)
  await world.database.run(sql`UPDATE identity_providers SET display_name = ${displayName}`)
})
afterAll(() => world?.close())

const find = async (q: string, person: Person = world.people.member): Promise<SearchResult[]> =>
  (await world.ok(person, 'search', { q })).results
const idsOf = (results: readonly SearchResult[]) =>
  Object.fromEntries(results.map(({ kind, id }) => [kind, id]))

let named: Promise<{ readonly id: string }> | undefined
function namedUser(): Promise<{ readonly id: string }> {
  named ??= world
    .ok(world.people.owner, 'project_user_create', {
      projectId: world.project,
      email: 'l.quay@harbour.example',
      claims: { name: 'Liam Иван Müller-Schmidt', phone_number: '+41446681800' },
    })
    .then(async ({ id }) => {
      await world.database.run(sql`UPDATE accounts SET external_id = 'emp/00-17' WHERE id = ${id}`)
      return { id }
    })
  return named
}

describe('search:', () => {
  test.each(['member', 'super'] as const)(
    'a search for one word finds every kind that a %s may read',
    async (who) => {
      const results = await find(word.toUpperCase(), world.people[who])
      expect(idsOf(results)).toEqual(made)
      const ofProject = results.filter(({ kind }) => kind !== 'project' && kind !== 'team')
      for (const { project } of ofProject)
        expect(project).toEqual({ id: world.project, name: `The ${word} shop` })
    },
  )

  test.each(['project', 'team', 'application', 'user', 'group', 'connection'] as const)(
    'a search finds a %s by its id and by the start of it, and nothing else',
    async (kind) => {
      const id = String(made[kind])
      expect(await find(id)).toEqual([expect.objectContaining({ kind, id })])
      const begins = await find(id.slice(0, -3))
      expect(begins.map((result) => result.kind)).toEqual(begins.map(() => kind))
      expect(begins.map((result) => result.id)).toContain(id)
    },
  )

  test('a search finds a user once by the start of a user name', async () => {
    await world.database.run(
      sql`UPDATE accounts SET username = 'Quartzite', username_key = 'quartzite' WHERE id = ${made.user}`,
    )
    expect((await find('quartzi')).map(({ id }) => id)).toEqual([made.user])
    expect((await find('quartz')).filter(({ kind }) => kind === 'user')).toHaveLength(1)
  })

  test.each([
    ['a part of the name', 'schmidt'],
    ['parts in another order', 'schm LI'],
    ['a name without its accents', 'muller'],
    ['a Cyrillic name in another case', 'иван'],
    ['a part of the address', 'quay'],
    ['the domain', '@harbour'],
    ['a telephone number with spaces', '+41 44 668'],
    ['the id in the directory', 'emp/00'],
  ])('a search finds a user by %s', async (_by, q) => {
    const { id } = await namedUser()
    const found = (await find(q)).filter(({ kind }) => kind === 'user')
    expect(found).toEqual([
      expect.objectContaining({ id, name: 'Liam Иван Müller-Schmidt · l.quay@harbour.example' }),
    ])
    const listed = await world.ok(world.people.owner, 'project_user_list', {
      projectId: world.project,
      text: q,
    })
    expect(listed.users.map((user) => user.id)).toEqual([id])
    expect(listed.totalResults).toBe(1)
  })

  test.each(['liam schmidtx', 'chmidt', '@arbour', '668', 'harbour'])(
    'a search for %s finds no user, because no word begins with it',
    async (q) => {
      await namedUser()
      expect((await find(q)).filter(({ kind }) => kind === 'user')).toEqual([])
    },
  )

  test('a search by two names finds only the users with both when more than 2,000 users have each of them', async () => {
    const [given, family] = [unique('given'), unique('family')]
    await world.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key, claims)
      SELECT ${world.project}, 'usr_' || ${given}::text || n, address, address,
        jsonb_build_object('name', CASE WHEN n = 0 OR n % 2 = 1 THEN ${given}::text END || ' ' || n, 'family_name',
          CASE WHEN n % 2 = 0 THEN ${family}::text END)
      FROM generate_series(0, 4200) n, LATERAL (SELECT 'n' || n || '@' || ${given}::text || '.example' AS address) made`)
    const both = [`usr_${given}0`]
    expect((await find(`${given} ${family}`)).map(({ id }) => id)).toEqual(both)
    expect((await find(`${family} ${given} 0`)).map(({ id }) => id)).toEqual(both)
    expect(await find(`${family} ${given} ${unique('absent')}`)).toEqual([])
  })

  test('a search finds a user by a word that is longer than its stored part', async () => {
    const name = `${unique('long')}${'x'.repeat(150)}`
    const { id } = await world.ok(world.people.owner, 'project_user_create', {
      projectId: world.project,
      email: `${unique('u')}@example.com`,
      claims: { name },
    })
    expect((await find(name)).map((found) => found.id)).toEqual([id])
  })

  test('a search finds a user by the new name, and no longer by the former one', async () => {
    const { owner } = world.people
    const one = { projectId: world.project, email: `${unique('renamed')}@example.com` }
    const { id: userId } = await world.ok(owner, 'project_user_create', {
      ...one,
      claims: { name: 'Olga Formerly' },
    })
    const users = async (q: string) =>
      (await find(q)).filter(({ kind }) => kind === 'user').map(({ id }) => id)
    expect(await users('formerly')).toEqual([userId])
    await world.ok(owner, 'project_user_update', {
      projectId: world.project,
      userId,
      active: true,
      claims: { name: 'Olga Latterly' },
    })
    expect(await users('formerly')).toEqual([])
    expect(await users('latterly')).toEqual([userId])
  })

  test('a search returns at most 20 results, evenly from all kinds', async () => {
    const projectId = world.project
    for (let n = 0; n < 7; n += 1) {
      await world.ok(world.people.owner, 'project_group_create', { projectId, displayName: unique('many ') })
      await world.ok(world.people.owner, 'project_user_create', { projectId, email: `many${n}@example.com` })
      for (const name of ['client_create', 'resource_declare', 'project_create', 'team_create'] as const) {
        const text = unique('many ')
        await world.call(
          world.people.super,
          name,
          {
            client_create: { projectId, ...application, clientName: text },
            resource_declare: { projectId, ...api(), name: text },
            project_create: { name: text, slug: unique('p'), teamId: world.team },
            team_create: { name: text },
          }[name],
        )
      }
    }
    const results = await find('many', world.people.super)
    expect(results).toHaveLength(20)
    const counts = Object.values(Object.groupBy(results, ({ kind }) => kind)).map((some) => some?.length ?? 0)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  })

  test('a search finds a fault by its reference for super administrators only', async () => {
    const { reference, faultId } = await addFault(world)
    expect(await find(reference, world.people.super)).toEqual([
      { kind: 'fault', id: faultId, name: 'It broke.', project: null },
    ])
    expect(await find(reference, world.people.owner)).toEqual([])
    expect(await find('err_0123456789abcdef', world.people.super)).toEqual([])
  })
})

describe('search across teams:', () => {
  test('a search shows a caller nothing of another team, by any word, address or id', async () => {
    const asked = [word, `${word}@example.com`, 'acme', ...Object.values(made).map(String)]
    for (const q of asked) expect(await find(q, world.people.stranger), q).toEqual([])
  })

  test('a search shows a member nothing of the administrators project, and of a project only while their team owns it', async () => {
    expect(await find('owner@example.com')).toEqual([])
    expect(await find(world.administratorsProject)).toEqual([])
    const { id } = await world.ok(world.people.owner, 'project_create', {
      name: 'The obsidian shop',
      slug: unique('p'),
      teamId: world.team,
    })
    expect(await find('obsidian')).toHaveLength(1)
    await world.database.run(sql`UPDATE projects SET team_id = ${world.strangersTeam} WHERE id = ${id}`)
    expect(await find('obsidian')).toEqual([])
    expect(await find('obsidian', world.people.stranger)).toHaveLength(1)
  })
})
