import { withPostgres } from './postgres-client.ts'
import { keptSetupToken } from './remembered.ts'

/** Undefined when an administrator exists. */
export async function setupPath(databaseUrl: string, dataFolder: string): Promise<string | undefined> {
  const { rows } = await withPostgres(databaseUrl, (client) =>
    client.query('SELECT 1 FROM instance WHERE setup_completed_at IS NULL'),
  )
  if (rows.length === 0) return undefined
  const token = keptSetupToken(dataFolder)
  // The page does not need the token on loopback.
  return token ? `/admin/setup?token=${encodeURIComponent(token)}` : '/admin/setup'
}
