import { type Operations, operations, type ProvisioningRefusal } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import { type ConnectionRef, readRequests, subjectOf } from '@signet/provisioning'
import type * as z from 'zod'
import { implementRead } from '../../implement.ts'
import { type Listing, readList } from '../../lists/page.ts'
import { findConnection } from './connection-store.ts'

/** An administrator can find why a user is missing. */
export const provisioning_request_list = implementRead(
  operations.provisioning_request_list,
  async ({ deps, project }, { connectionId, q }) => {
    await findConnection(deps.database, project.id, connectionId)
    const log = await readRequests(deps.database, { projectId: project.id, connectionId }, q)
    return {
      since: log.since.toISOString(),
      lastRequestAt: log.lastRequestAt?.toISOString() ?? null,
      problems: log.problems.map((problem) => ({ ...problem, at: problem.at.toISOString() })),
      requests: log.requests.map((request) => ({ ...request, at: request.at.toISOString() })),
    }
  },
)

interface RefusalRow extends Omit<z.input<typeof ProvisioningRefusal>, 'firstAt' | 'lastAt'> {
  readonly firstAt: Date
  readonly lastAt: Date
}

const refusalListing = (
  at: ConnectionRef,
  subject: string | undefined,
): Listing<Operations['provisioning_refusal_list']> => ({
  from: sql`provisioning_refusals f`,
  id: sql`f.id`,
  where: ofConnection(at, subject),
  texts: [sql`f.name`],
  orders: { lastAt: { by: sql`f.last_at`, isTime: true } },
})

const ofConnection = (at: ConnectionRef, subject: string | undefined): Sql => sql`
  f.project_id = ${at.projectId} AND f.connection_id = ${at.connectionId} AND f.expires_at > now()
  AND ${subject === undefined ? sql`true` : sql`f.subjects @> ARRAY[${subjectOf(at, subject)}]`}`

export const provisioning_refusal_list = implementRead(
  operations.provisioning_refusal_list,
  async ({ deps: { database }, project }, { connectionId, subject, ...input }) => {
    await findConnection(database, project.id, connectionId)
    const at = { projectId: project.id, connectionId }
    const read = (ids?: readonly string[]) =>
      database.rows<RefusalRow>(sql`
        SELECT f.id, f.kind, f.name, f.target_id AS "targetId", f.method, f.status, f.problem, f.attribute, f.attempts,
          f.first_at AS "firstAt", f.last_at AS "lastAt"
        FROM provisioning_refusals f
        WHERE ${ofConnection(at, subject)} AND ${ids ? sql`f.id = ANY(${ids})` : sql`true`}
        ORDER BY f.last_at DESC, f.id DESC`)
    const { rows, page } = await readList(
      operations.provisioning_refusal_list,
      database,
      refusalListing(at, subject),
      input,
      read,
    )
    const refusals = rows.map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    }))
    return { refusals, ...page }
  },
)
