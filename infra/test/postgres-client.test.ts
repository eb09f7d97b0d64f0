import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyDatabase } from '@signet/testkit'
import { expect, test } from 'vitest'
import { withPostgres } from '../local/postgres-client.ts'
import { root } from '../local/repository.ts'

test('a connection that PostgreSQL ends fails the next statement, and not the program', async () => {
  const { url } = await emptyDatabase()
  const lost = withPostgres(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await withPostgres(url, (other) => other.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]))
    await client.query('SELECT 1')
  })
  await expect(lost).rejects.toThrow(/terminat|not queryable/i)
})

test('the programs of infra connect only through the client that survives the loss of a connection', () => {
  const files = ['local', 'faultlab', 'bench', 'images'].flatMap((folder) =>
    readdirSync(join(root, 'infra', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )
  const connecting = files.filter((file) =>
    /new (pg\.)?Client\(\{ connectionString/.test(readFileSync(join(root, 'infra', file), 'utf8')),
  )
  expect(connecting).toEqual([join('local', 'postgres-client.ts')])
})
