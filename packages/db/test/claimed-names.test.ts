import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { asDatabaseError, type Executor, sql, UniqueViolation } from '../src/index.ts'
import { seeded } from './support/databases.ts'

let serial = 0
const newName = (): string => {
  serial += 1
  return `name-${serial}`
}

type Kind = 'slug' | 'host'

async function insert(executor: Executor, kind: Kind, name: string): Promise<string> {
  const id = newName()
  const [slug, host] = kind === 'slug' ? [name, null] : [null, name]
  const form = kind === 'slug' ? 'path' : 'host'
  await executor.run(sql`
    INSERT INTO projects (id, name, address_form, slug, host, team_id)
    SELECT ${id}, 'A', ${form}, ${slug}, ${host}, id FROM teams LIMIT 1`)
  return id
}

const leave = (executor: Executor, id: string) =>
  executor.run(
    sql`UPDATE projects SET address_form = 'path', slug = ${newName()}, host = NULL WHERE id = ${id}`,
  )

const remove = (executor: Executor, id: string) => executor.run(sql`DELETE FROM projects WHERE id = ${id}`)

const rejected = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => asDatabaseError(error) instanceof UniqueViolation,
  )

describe.each<Kind>(['slug', 'host'])('claims of a %s', (kind) => {
  test.each([
    ['leaves it', leave],
    ['is deleted', remove],
  ])('a name remains reserved for its owner after the project %s', async (_how, release) => {
    const { database } = await seeded()
    const name = newName()
    const owner = await insert(database, kind, name)
    await release(database, owner)
    expect(await rejected(insert(database, kind, name))).toBe(true)
  })

  test.each([
    ['leaves it', leave],
    ['is deleted', remove],
  ])('a name is refused to a project whose insert waits until the owner %s', async (_how, release) => {
    const { database } = await seeded()
    const name = newName()
    const owner = await insert(database, kind, name)
    let stranger: Promise<boolean> | undefined
    await database.transaction(async (tx) => {
      await release(tx, owner)
      stranger = rejected(insert(database, kind, name))
      await sleep(100)
    })
    expect(await stranger).toBe(true)
  })

  test('a name is given to one of two projects that claim it concurrently', async () => {
    const { database } = await seeded()
    const name = newName()
    const claims = await Promise.all([1, 2, 3].map(() => rejected(insert(database, kind, name))))
    expect(claims.toSorted()).toEqual([false, true, true])
  })

  test('a name is free again after the first claim is rolled back', async () => {
    const { database } = await seeded()
    const name = newName()
    const first = database.transaction(async (tx) => {
      await insert(tx, kind, name)
      throw new Error('rolled back')
    })
    await expect(first).rejects.toThrow('rolled back')
    expect(await rejected(insert(database, kind, name))).toBe(false)
  })
})

test('a project can claim a name again that it gave up', async () => {
  const { database } = await seeded()
  const name = newName()
  const id = await insert(database, 'slug', name)
  await leave(database, id)
  expect(await database.run(sql`UPDATE projects SET slug = ${name} WHERE id = ${id}`)).toBe(1)
})
