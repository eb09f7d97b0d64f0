import { normalizeKey } from '@signet/accounts'
import { type Executor, sql } from '@signet/db'
import { refuseValue } from '@signet/runtime'

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

interface GroupMapping {
  readonly value: string
  readonly group: string
}

interface FoundGroup {
  readonly id: string
  readonly key: string
  readonly isManaged: boolean
  /** Another provider whose mapping has the group. */
  readonly mappedBy: string | null
}

/**
 * Locks the groups, so that no concurrent change maps one of them at another provider: two providers would remove the members that the
 * other one added.
 */
export async function requireMappable(
  tx: Executor,
  { projectId, providerId }: ProviderRef,
  mappings: readonly GroupMapping[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (!mappings?.length) return new Map()
  const keys = [...new Set(mappings.map(({ group }) => normalizeKey(group)))]
  await tx.rows<object>(sql`
    SELECT 1 FROM groups WHERE project_id = ${projectId} AND display_name_key = ANY(${keys}) ORDER BY id FOR UPDATE`)
  const found = await tx.rows<FoundGroup>(sql`
    SELECT g.id, g.display_name_key AS key, g.connection_id IS NOT NULL AS "isManaged",
      (SELECT p.display_name FROM provider_group_mappings x
        JOIN identity_providers p ON p.project_id = x.project_id AND p.id = x.provider_id
        WHERE x.project_id = g.project_id AND x.group_id = g.id AND x.provider_id <> ${providerId} LIMIT 1) AS "mappedBy"
    FROM groups g WHERE g.project_id = ${projectId} AND g.display_name_key = ANY(${keys})`)
  const byKey = new Map(found.map((group) => [group.key, group]))
  const seen = new Set<string>()
  for (const [index, { group, value }] of mappings.entries()) {
    const path = `groupMappings.${index}.group`
    const { id } = requireOwn(byKey.get(normalizeKey(group)), path)
    const pair = JSON.stringify([id, value])
    if (seen.has(pair)) refuseValue(path, 'is mapped from this value twice')
    seen.add(pair)
  }
  return new Map(found.map(({ key, id }) => [key, id]))
}

function requireOwn(group: FoundGroup | undefined, path: string): FoundGroup {
  if (!group) return refuseValue(path, 'is no group of the project')
  if (group.isManaged)
    refuseValue(path, 'is managed by a directory, and only the directory changes its members')
  if (group.mappedBy !== null) refuseValue(path, `is mapped by ${group.mappedBy} already`)
  return group
}

/** @param mappings undefined leaves them unchanged */
export async function replaceGroupMappings(
  tx: Executor,
  at: ProviderRef,
  mappings: readonly GroupMapping[] | undefined,
): Promise<void> {
  if (mappings === undefined) return
  const ids = await requireMappable(tx, at, mappings)
  const { projectId, providerId } = at
  await tx.run(sql`
    DELETE FROM provider_group_mappings WHERE project_id = ${projectId} AND provider_id = ${providerId}`)
  if (mappings.length === 0) return
  await tx.run(sql`
    INSERT INTO provider_group_mappings (project_id, provider_id, group_id, value, position)
    SELECT ${projectId}, ${providerId}, m.group_id, m.value, m.position
    FROM unnest(${mappings.map(({ group }) => ids.get(normalizeKey(group)) ?? '')}::text[],
      ${mappings.map(({ value }) => value)}::text[]) WITH ORDINALITY AS m (group_id, value, position)`)
}
