import { Client } from 'pg'
import { keptSetupToken } from './remembered.ts'

/** The path of the page that makes the first administrator; undefined once there is one. */
export async function setupPath(databaseUrl: string, dataFolder: string): Promise<string | undefined> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT 1 FROM instance WHERE setup_completed_at IS NULL')
    if (rows.length === 0) return undefined
  } finally {
    await client.end()
  }
  const token = keptSetupToken(dataFolder)
  // From loopback the page works without the token too.
  return token ? `/admin/setup?token=${encodeURIComponent(token)}` : '/admin/setup'
}
