import type pg from 'pg'
import { WallMissing } from './missing.ts'

/**
 * Verifies the role of each new connection, with one statement. A pooler may drop the role from the options of the URL, and the login
 * itself, a member of all roles of services, sees every project.
 * @throws WallMissing
 */
export const actingAs =
  (role: string) =>
  async (client: pg.ClientBase): Promise<void> => {
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name')
    if (rows[0]?.name !== role) throw dropped(role, rows[0]?.name)
  }

const dropped = (role: string, acting = ''): WallMissing =>
  new WallMissing(
    `A connection has the role ${acting} instead of the requested ${role}: DATABASE_URL must have no options, and pooler=transaction if a pooler is between (infra/configuration.md).`,
  )
