import { withPostgres } from './postgres-client.ts'
import { keptSetupToken } from './remembered.ts'

/** The path of the page that makes the first administrator; undefined once there is one. */
export async function setupPath(databaseUrl: string, dataFolder: string): Promise<string | undefined> {
  const { rows } = await withPostgres(databaseUrl, (client) =>
    client.query('SELECT 1 FROM instance WHERE setup_completed_at IS NULL'),
  )
  if (rows.length === 0) return undefined
  const token = keptSetupToken(dataFolder)
  // From loopback the page works without the token too.
  return token ? `/admin/setup?token=${encodeURIComponent(token)}` : '/admin/setup'
}
