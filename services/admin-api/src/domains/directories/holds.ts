import { type Operation, type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { readHold, releaseHold } from '@signet/provisioning'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import { implement, implementRead } from '../../implement.ts'
import { type Listing, readList } from '../../lists/page.ts'
import { listableBy } from '../../projects/rights.ts'
import { findConnection } from './connection-store.ts'
import { answerConnection } from './to-connection.ts'

export const provisioning_hold_get = implementRead(
  operations.provisioning_hold_get,
  async ({ deps, project }, { connectionId }) => {
    await findConnection(deps.database, project.id, connectionId)
    const hold = await readHold(deps.database, { projectId: project.id, connectionId })
    if (!hold) return { held: false }
    const rows = hold.rows.map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    }))
    return { ...hold, held: true, since: hold.since.toISOString(), rows }
  },
)

interface Row {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
  readonly displayName: string
  readonly since: Date
  readonly refused: number
}

const holdListing = (caller: Administrator): Listing<Operations['provisioning_hold_list']> => ({
  from: sql`provisioning_connections c JOIN projects p ON p.id = c.project_id`,
  id: sql`c.id`,
  where: sql`c.held_since IS NOT NULL AND ${listableBy(caller)}`,
  texts: [sql`c.display_name`, sql`p.name`],
  orders: { since: { by: sql`c.held_since`, isTime: true } },
})

const readHolds = (executor: Executor, { from, where }: Pick<Listing<Operation>, 'from' | 'where'>) =>
  executor.rows<Row>(sql`
    SELECT c.id, p.id AS "projectId", p.name AS "projectName", c.display_name AS "displayName",
      c.held_since AS since, c.refused_while_held AS refused
    FROM ${from} WHERE ${where} ORDER BY c.held_since, c.id`)

/** The oldest first. */
export const provisioning_hold_list = implementRead(
  operations.provisioning_hold_list,
  async ({ deps: { database }, caller }, input) => {
    const listing = holdListing(caller)
    const read = (ids?: readonly string[]) =>
      readHolds(database, ids ? { ...listing, where: sql`${listing.where} AND c.id = ANY(${ids})` } : listing)
    const { rows, page } = await readList(operations.provisioning_hold_list, database, listing, input, read)
    const connections = rows.map(({ id: connectionId, since, ...row }) => ({
      ...row,
      connectionId,
      since: since.toISOString(),
    }))
    return { count: page.total ?? rows.length, connections, ...page }
  },
)

/** The directory repeats its refused requests, which are accepted now and end the access of these users. */
export const provisioning_connection_release = implement(operations.provisioning_connection_release, {
  async prepare({ deps, project }, { connectionId }) {
    const { displayName, heldSince, refused } = await findConnection(deps.database, project.id, connectionId)
    const hold = await readHold(deps.database, { projectId: project.id, connectionId })
    if (!heldSince || !hold) refuse('connection_not_held')
    const shows = { displayName, since: heldSince.toISOString(), refused, accounts: hold.total }
    return { target: { id: connectionId, connectionId, detail: shows }, shows }
  },

  async apply({ sql: tx }, { deps, project }, { connectionId }) {
    await releaseHold(tx, { projectId: project.id, connectionId })
    return answerConnection(tx, { deps, project }, connectionId)
  },
})
