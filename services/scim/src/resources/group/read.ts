import { type Executor, sql } from '@signet/db'
import { groupsManagedBy, type ManagedGroupRecord, managedGroupColumns } from '@signet/provisioning'
import { referenceOf } from '../../authn/connection.ts'
import type { ListQuery } from '../../messages/list-query.ts'
import { includesAttribute } from '../../messages/projection.ts'
import type { Call, FoundPage, FoundResource } from '../handler.ts'
import { inOrder, readPage } from '../read-page.ts'
import { notFound } from '../routes.ts'
import { boundByMembers } from './bound-page.ts'
import { groupColumns } from './columns.ts'
import { type Member, toResource } from './document.ts'

interface ReadGroup {
  readonly group: ManagedGroupRecord
  readonly members: readonly Member[]
}

/** Reads members only when the response needs them: a group may have tens of thousands. */
async function readGroups(executor: Executor, call: Call, ids: readonly string[]): Promise<ReadGroup[]> {
  if (ids.length === 0) return []
  const rows = await executor.rows<ManagedGroupRecord>(sql`
    SELECT ${managedGroupColumns} FROM groups g
    WHERE ${groupsManagedBy(referenceOf(call.connection))} AND g.id = ANY(${[...ids]})`)
  const groups = inOrder(ids, rows)
  const members = includesAttribute(call.projection, 'members')
    ? await readMembers(
        executor,
        call,
        groups.map(({ id }) => id),
      )
    : new Map<string, Member[]>()
  return groups.map((group) => ({ group, members: members.get(group.id) ?? [] }))
}

async function readMembers(
  executor: Executor,
  { connection }: Call,
  groupIds: readonly string[],
): Promise<Map<string, Member[]>> {
  const rows = await executor.rows<Member & { groupId: string }>(sql`
    SELECT m.group_id AS "groupId", a.id, COALESCE(a.username, a.id) AS display
    FROM group_members m JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
    WHERE m.project_id = ${connection.projectId} AND m.group_id = ANY(${[...groupIds]}) ORDER BY m.group_id, a.id`)
  return Map.groupBy(rows, ({ groupId }) => groupId)
}

export async function findGroup(executor: Executor, call: Call, id: string): Promise<FoundResource> {
  const [found] = await readGroups(executor, call, [id])
  if (!found) throw notFound()
  return {
    id,
    version: found.group.version,
    resource: toResource(call.connection, found.group, found.members),
  }
}

export async function listGroups(executor: Executor, call: Call, query: ListQuery): Promise<FoundPage> {
  const where = groupsManagedBy(referenceOf(call.connection))
  const source = { from: sql`groups g`, where, id: sql`g.id`, columns: groupColumns }
  const { ids, totalResults, isLast } = await readPage(executor, source, query)
  const page = includesAttribute(call.projection, 'members')
    ? await boundByMembers(executor, { projectId: call.connection.projectId, ids })
    : ids
  const groups = await readGroups(executor, call, page)
  return {
    resources: groups.map(({ group, members }) => toResource(call.connection, group, members)),
    totalResults,
    lastId: isLast && page.length === ids.length ? null : (page.at(-1) ?? null),
  }
}

/** Members of a group that is returned after a change. A directory that adds one member does not need the others. */
const answeredMembers = 1_000

/** Null for a large group without requested attributes (RFC 7644 section 3.5.2). */
export async function findChangedGroup(
  executor: Executor,
  call: Call,
  id: string,
): Promise<FoundResource | null> {
  if (call.projection.mode === 'only') return findGroup(executor, call, id)
  const [row] = await executor.rows<{ members: number }>(sql`
    SELECT count(*)::int AS members FROM (
      SELECT 1 FROM group_members WHERE project_id = ${call.connection.projectId} AND group_id = ${id}
      LIMIT ${answeredMembers + 1}::int) counted`)
  return (row?.members ?? 0) > answeredMembers ? null : findGroup(executor, call, id)
}
