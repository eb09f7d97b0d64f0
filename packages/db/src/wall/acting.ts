import type pg from 'pg'
import { WallMissing } from './missing.ts'

/**
 * Verifies the role of each new connection, with one statement. A pooler may drop the role from the options of the URL, and the login
 * itself, a member of all roles of services, sees every project.
 */
export const actingAs =
  (role: string): NonNullable<pg.PoolConfig['verify']> =>
  (client, done) =>
    void client
      .query<{ name: string }>('SELECT current_user AS name')
      .then(
        ({ rows: [acting] }) => done(acting?.name === role ? undefined : dropped(role, acting?.name)),
        done,
      )

const dropped = (role: string, acting = ''): WallMissing =>
  new WallMissing(
    `A connection has the role ${acting} instead of the requested ${role}: DATABASE_URL must have no options, and pooler=transaction if a pooler is between (infra/configuration.md).`,
  )
