import { type Database, openDatabase, sql } from '@signet/db'
import { freshDatabase } from '@signet/testkit'
import { onTestFinished } from 'vitest'

/** The instance has no services, and is removed when the test ends. */
export async function instance(): Promise<{
  readonly database: Database
  readonly projectId: string
  readonly env: Readonly<Record<string, string>>
}> {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url, name: 'test' })
  onTestFinished(async () => {
    await database.close()
    await fresh.drop()
  })
  const [row] = await database.rows<{ id: string }>(sql`SELECT default_project_id AS id FROM instance`)
  return {
    database,
    projectId: row?.id ?? '',
    env: {
      DATABASE_URL: fresh.url,
      SIGNET_BASE_URL: fresh.baseUrl,
      SIGNET_SECRET_KEYS: fresh.secretKeys,
    },
  }
}
