import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { readHold, releaseHold } from '@signet/provisioning'
import { refuse } from '@signet/runtime'
import { implement, implementRead } from '../../implement.ts'
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
  readonly projectId: string
  readonly projectName: string
  readonly connectionId: string
  readonly displayName: string
  readonly since: Date
  readonly refused: number
}

/** Holds of the projects the caller may list, the oldest first. */
export const provisioning_hold_list = implementRead(
  operations.provisioning_hold_list,
  async ({ deps: { database }, caller }) => {
    const rows = await database.rows<Row>(sql`
      SELECT p.id AS "projectId", p.name AS "projectName", c.id AS "connectionId", c.display_name AS "displayName",
        c.held_since AS since, c.refused_while_held AS refused
      FROM provisioning_connections c JOIN projects p ON p.id = c.project_id
      WHERE c.held_since IS NOT NULL AND ${listableBy(caller)} ORDER BY c.held_since, c.id`)
    return {
      count: rows.length,
      connections: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
    }
  },
)

/** The directory's retries go through from now on, and end those people's access. */
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
