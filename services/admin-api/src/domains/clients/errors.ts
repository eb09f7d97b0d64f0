import { causeOf, limits, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { implementRead } from '../../implement.ts'
import { findClient } from './client-store.ts'

interface ErrorRow {
  readonly endpoint: string
  readonly error: string
  readonly reason: string
  readonly value: string | null
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

export const client_error_list = implementRead(
  operations.client_error_list,
  async (context, { clientId }) => {
    const { id } = await findClient(context, context.project.id, clientId)
    const rows = await context.deps.database.rows<ErrorRow>(sql`
    SELECT endpoint, error, reason, NULLIF(value, '') AS value, count, first_at AS "firstAt", last_at AS "lastAt"
    FROM client_errors WHERE project_id = ${context.project.id} AND client_id = ${id} AND expires_at > now()
    ORDER BY last_at DESC, endpoint, error, reason, value LIMIT ${limits.clientErrors}::int`)
    return {
      errors: rows.map(({ firstAt, lastAt, ...row }) => ({
        ...row,
        ...causeOf(row.error, row.reason),
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    }
  },
)
