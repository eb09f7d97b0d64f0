import { type Executor, sql } from '@signet/db'
import { type ManagedAccountRecord, managedAccountColumns, managedBy } from '@signet/provisioning'
import { referenceOf } from '../../authn/connection.ts'
import type { ListQuery } from '../../messages/list-query.ts'
import { includesAttribute } from '../../messages/projection.ts'
import type { Call, FoundPage, FoundResource } from '../handler.ts'
import { inOrder, readPage } from '../read-page.ts'
import { notFound } from '../routes.ts'
import { userColumns } from './columns.ts'
import { toResource, type UserGroup } from './document.ts'

interface Row extends ManagedAccountRecord {
  readonly groups: readonly UserGroup[] | null
}

const groupsOfAccount = sql`COALESCE((
  SELECT jsonb_agg(jsonb_build_object('id', g.id, 'displayName', g.display_name) ORDER BY g.id)
  FROM group_members m JOIN groups g ON g.project_id = m.project_id AND g.id = m.group_id
  WHERE m.project_id = a.project_id AND m.account_id = a.id AND g.connection_id = a.connection_id), '[]'::jsonb)`

async function readUsers(executor: Executor, call: Call, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const groups = includesAttribute(call.projection, 'groups') ? groupsOfAccount : sql`NULL::jsonb`
  return executor.rows<Row>(sql`
    SELECT ${managedAccountColumns}, ${groups} AS groups FROM accounts a
    WHERE ${managedBy(referenceOf(call.connection))} AND a.id = ANY(${[...ids]})`)
}

export async function findUser(executor: Executor, call: Call, id: string): Promise<FoundResource> {
  const [row] = await readUsers(executor, call, [id])
  if (!row) throw notFound()
  return { id, version: row.version, resource: toResource(call.connection, row, row.groups) }
}

export async function listUsers(executor: Executor, call: Call, query: ListQuery): Promise<FoundPage> {
  const where = managedBy(referenceOf(call.connection))
  const source = { from: sql`accounts a`, where, id: sql`a.id`, columns: userColumns }
  const { ids, totalResults, isLast } = await readPage(executor, source, query)
  const rows = inOrder(ids, await readUsers(executor, call, ids))
  return {
    resources: rows.map((row) => toResource(call.connection, row, row.groups)),
    totalResults,
    lastId: isLast ? null : (ids.at(-1) ?? null),
  }
}
