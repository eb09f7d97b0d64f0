import { describe, expect, test } from 'vitest'
import { asDatabaseError, type Executor, sql, UniqueViolation } from '../src/index.ts'
import { seeded } from './support/databases.ts'

let serial = 0
const newId = (): string => {
  serial += 1
  return `provider-${serial}`
}

async function projects(executor: Executor) {
  const [root] = await executor.rows<{ own: string; administrators: string }>(sql`
    SELECT default_project_id AS own, administrators_project_id AS administrators FROM instance`)
  const id = newId()
  await executor.run(sql`
    INSERT INTO projects (id, name, address_form, slug, team_id) SELECT ${id}, 'A', 'path', ${id}, id FROM teams LIMIT 1`)
  return { own: root?.own ?? '', administrators: root?.administrators ?? '', path: id }
}

const insert = (executor: Executor, projectId: string, id: string, isEnabled = true) =>
  executor.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, client_id, position, enabled)
    VALUES (${projectId}, ${id}, 'Corp', 'x', 1, ${isEnabled})`)

const rejected = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => asDatabaseError(error) instanceof UniqueViolation,
  )

/** An address of several providers would be a mix-up. */
const shared = (executor: Executor) =>
  executor.rows<object>(sql`
    SELECT CASE WHEN j.address_form = 'root' THEN '' ELSE j.id END, p.id
    FROM identity_providers p JOIN projects j ON j.id = p.project_id GROUP BY 1, 2 HAVING count(*) > 1`)

describe('redirect addresses of providers', () => {
  test.each([true, false])(
    'a redirect address belongs to one provider of the root address (enabled: %s)',
    async (isEnabled) => {
      const { database } = await seeded()
      const { own, administrators } = await projects(database)
      const id = newId()
      await insert(database, own, id)
      expect(await rejected(insert(database, administrators, id, isEnabled))).toBe(true)
      expect(await shared(database)).toEqual([])
    },
  )

  test('a redirect address is given to one of the projects that add a provider concurrently', async () => {
    const { database } = await seeded()
    const { own, administrators } = await projects(database)
    const id = newId()
    const added = [own, administrators].map((projectId) => rejected(insert(database, projectId, id)))
    expect((await Promise.all(added)).toSorted()).toEqual([false, true])
    expect(await shared(database)).toEqual([])
  })

  test('a provider has another redirect address in a project with an address of its own', async () => {
    const { database } = await seeded()
    const { own, path } = await projects(database)
    const id = newId()
    await insert(database, own, id)
    expect(await rejected(insert(database, path, id))).toBe(false)
    expect(await shared(database)).toEqual([])
  })

  test('each provider of a project claims its redirect address when the project moves to the root address', async () => {
    const { database } = await seeded()
    const { own, path } = await projects(database)
    const id = newId()
    await insert(database, own, id)
    await insert(database, path, id)
    const moved = database.run(sql`UPDATE projects SET address_form = 'root', slug = NULL WHERE id = ${path}`)
    expect(await rejected(moved)).toBe(true)
  })

  test('a provider without a redirect address claims one when it is enabled', async () => {
    const { database } = await seeded()
    const { own, administrators } = await projects(database)
    const id = newId()
    await insert(database, own, id, false)
    await database.run(
      sql`UPDATE identity_providers SET root_id = NULL WHERE project_id = ${own} AND id = ${id}`,
    )
    await insert(database, administrators, id)
    const enable = () =>
      database.run(sql`UPDATE identity_providers SET enabled = true WHERE project_id = ${own} AND id = ${id}`)
    expect(await rejected(enable())).toBe(true)
    await database.run(
      sql`DELETE FROM identity_providers WHERE project_id = ${administrators} AND id = ${id}`,
    )
    expect(await rejected(enable())).toBe(false)
  })
})
