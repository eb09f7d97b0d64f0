import { Client } from 'pg'
import { expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../src/index.ts'

async function count(database: FreshDatabase, table: string): Promise<number> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count
  } finally {
    await client.end()
  }
}

test('every fresh database is seeded and separate, even when many are created concurrently', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, freshDatabase))
  expect(new Set(databases.map(({ url }) => url)).size).toBe(6)
  for (const database of databases) {
    expect(await count(database, 'instance')).toBe(1)
    expect(await count(database, 'projects')).toBe(2)
    expect(database.setupToken).toBe(databases[0]?.setupToken)
  }
  await Promise.all(databases.map((database) => database.drop()))
})
