import { type Executor, sql } from '@signet/db'

/** Building a response of more members would block the process for other requests. */
const pageMembers = 20_000

/** Groups whose members are counted first. Each next statement counts twice as many. */
const firstCounted = 10

/**
 * Returns groups whose members are within the limit together, and always the first group: a page may have fewer resources than
 * requested (RFC 7644 section 3.4.2.4).
 */
export async function boundByMembers(
  executor: Executor,
  { projectId, ids }: { readonly projectId: string; readonly ids: readonly string[] },
  limit = pageMembers,
): Promise<readonly string[]> {
  let total = 0
  let start = 0
  for (let size = firstCounted; start < ids.length; size *= 2) {
    const counts = await countMembers(executor, { projectId, ids: ids.slice(start, start + size) }, limit)
    for (const [index, members] of counts.entries()) {
      total += members
      if (total > limit) return ids.slice(0, Math.max(1, start + index))
    }
    start += size
  }
  return ids
}

/** Counts not beyond the limit. */
async function countMembers(
  executor: Executor,
  { projectId, ids }: { readonly projectId: string; readonly ids: readonly string[] },
  limit: number,
): Promise<number[]> {
  const rows = await executor.rows<{ members: number }>(sql`
    SELECT counted.members FROM unnest(${[...ids]}::text[]) WITH ORDINALITY AS page(id, position),
      LATERAL (SELECT count(*)::int AS members FROM (
        SELECT 1 FROM group_members m WHERE m.project_id = ${projectId} AND m.group_id = page.id
        LIMIT ${limit + 1}::int) bounded) counted
    ORDER BY page.position`)
  return rows.map(({ members }) => members)
}
