import { emptyDatabase, freshDatabase } from '@signet/testkit'
import { onTestFinished } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/index.ts'

export async function empty(): Promise<{ url: string; database: Database }> {
  const { url, drop } = await emptyDatabase()
  const database = openDatabase({ url, name: 'test', poolSize: 5 })
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return { url, database }
}

export async function seeded(
  poolSize = 5,
  as?: DatabaseOptions['as'],
): Promise<{ url: string; database: Database }> {
  const { url, drop } = await freshDatabase()
  const database = openDatabase({ url, name: 'test', poolSize, ...(as ? { as } : {}) })
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return { url, database }
}
