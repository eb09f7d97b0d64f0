import { expect, onTestFinished, test, vi } from 'vitest'
import { sql, Unavailable } from '../src/index.ts'
import { empty } from './support/databases.ts'

test('a statement is rejected immediately when a thousand statements wait for a connection', async () => {
  const { database } = await empty()
  const size = Number(database.pool.options.max)
  const release = Promise.withResolvers<void>()
  onTestFinished(() => release.resolve())
  let held = 0
  const holding = Array.from({ length: size }, () =>
    database.transaction(async (tx) => {
      await tx.rows(sql`SELECT 1`)
      held += 1
      await release.promise
    }),
  )
  await vi.waitFor(() => expect(held).toBe(size))
  const refused: unknown[] = []
  const statements = Array.from({ length: 1_003 }, () =>
    database.rows(sql`SELECT 1`).catch((error: unknown) => refused.push(error)),
  )
  await vi.waitFor(() => expect(refused).toHaveLength(3))
  for (const error of refused) {
    expect(error).toBeInstanceOf(Unavailable)
    expect(error).toMatchObject({ reason: 'pool' })
  }
  release.resolve()
  await Promise.all([...holding, ...statements])
  expect(refused).toHaveLength(3)
})
