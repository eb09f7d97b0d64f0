import { addGroupMembers, removeGroupMembers } from '@signet/accounts'
import { type Executor, sql } from '@signet/db'
import type { Mapped } from '@signet/federation'
import { auditOutcome, upstreamAct } from '../core/audit.ts'

interface MappedAccount {
  readonly projectId: string
  readonly accountId: string
  readonly providerId: string
}

/** Runs in the transaction of the sign-in. No right in the console depends on these groups and claims. */
export async function applyMapped(
  tx: Executor,
  at: MappedAccount,
  { groups, claims }: Mapped,
): Promise<void> {
  await writeClaims(tx, at, claims)
  if (groups !== null) await changeMemberships(tx, at, groups)
}

interface DifferingGroup {
  readonly id: string
  readonly name: string
  readonly joins: boolean
}

/** Locks the groups by id, after the account. A group that a directory manages by now is left unchanged. */
async function changeMemberships(tx: Executor, at: MappedAccount, values: readonly string[]): Promise<void> {
  const { projectId, accountId, providerId } = at
  const differing = await tx.rows<DifferingGroup>(sql`
    SELECT g.id, g.display_name AS name, x.joins
    FROM groups g JOIN (
      SELECT group_id, bool_or(value = ANY(${[...values]})) AS joins FROM provider_group_mappings
      WHERE project_id = ${projectId} AND provider_id = ${providerId} GROUP BY group_id) x ON x.group_id = g.id
    WHERE g.project_id = ${projectId} AND g.connection_id IS NULL AND x.joins <> EXISTS (
      SELECT 1 FROM group_members m
      WHERE m.project_id = g.project_id AND m.group_id = g.id AND m.account_id = ${accountId})
    ORDER BY g.id FOR NO KEY UPDATE OF g`)
  for (const { id, name, joins } of differing) {
    const change = joins ? addGroupMembers : removeGroupMembers
    const act = upstreamAct(at, joins ? 'enduser.group.join' : 'enduser.group.leave', {
      groupId: id,
      group: name,
    })
    await auditOutcome(
      tx,
      at,
      (audited) => change(audited, projectId, id, [accountId]),
      ({ joined, left }) => (joined.length + left.length > 0 ? act : null),
    )
  }
}

/** Removes absent claims. A directory that manages the account keeps its claims. */
async function writeClaims(tx: Executor, at: MappedAccount, claims: Mapped['claims']): Promise<void> {
  const names = Object.keys(claims)
  if (names.length === 0) return
  const stated = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
  const absent = names.filter((name) => claims[name] === null)
  const after = sql`(claims - ${absent}::text[]) || ${JSON.stringify(stated)}::jsonb`
  await auditOutcome(
    tx,
    at,
    (audited) =>
      audited.run(sql`
        UPDATE accounts SET claims = ${after}, updated_at = now()
        WHERE project_id = ${at.projectId} AND id = ${at.accountId} AND connection_id IS NULL AND claims <> ${after}`),
    (changed) => (changed > 0 ? upstreamAct(at, 'enduser.update', { claims: names }) : null),
  )
}
