import type pg from 'pg'
import { WallMissing } from './missing.ts'

/**
 * For a pool: uses a connection only under the role it asked for, at the cost of one statement when it is made. A pooler may
 * drop what it asked for, as options in the URL do, and the login itself, a member of all roles of services, sees every project.
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
    `A connection acts under the role ${acting} and not under ${role}, which it asked for: connect to PostgreSQL without a pooler, and without options in DATABASE_URL.`,
  )
