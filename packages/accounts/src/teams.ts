import type { MemberRole } from '@signet/contracts'
import { limits } from '@signet/contracts'
import { type AuditedTx, type Executor, type Sql, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'

/**
 * Every role, for FROM. team_members has only those with the rights of a member or an owner, so that a statement that reads only this
 * table, and the previous release, grant nothing to a viewer or to support.
 */
export const memberships: Sql = sql`(
  SELECT team_id, project_id, account_id, role FROM team_members
  UNION ALL
  SELECT l.team_id, l.project_id, l.account_id, l.role FROM team_limited_members l WHERE NOT EXISTS (
    SELECT 1 FROM team_members f WHERE f.team_id = l.team_id AND f.account_id = l.account_id))`

interface Membership {
  readonly teamId: string
  readonly accountId: string
}

/** Replaces an earlier membership. Requires the lock of the team. */
export async function storeMembership(
  tx: AuditedTx,
  { teamId, accountId, role }: Membership & { readonly role: MemberRole },
): Promise<void> {
  const isLimited = role === 'viewer' || role === 'support'
  if (isLimited)
    await tx.run(sql`
      INSERT INTO team_limited_members (team_id, project_id, account_id, role)
      SELECT ${teamId}, administrators_project_id, ${accountId}, ${role} FROM instance
      ON CONFLICT (team_id, account_id) DO UPDATE SET role = EXCLUDED.role`)
  else
    await tx.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT ${teamId}, administrators_project_id, ${accountId}, ${role} FROM instance
      ON CONFLICT (team_id, account_id) DO UPDATE SET role = EXCLUDED.role`)
  await (isLimited ? deleteFull : deleteLimited)(tx, { teamId, accountId })
}

/** Requires the lock of the team. */
export async function endMembership(tx: AuditedTx, membership: Membership): Promise<void> {
  await deleteFull(tx, membership)
  await deleteLimited(tx, membership)
}

const deleteFull = (tx: AuditedTx, { teamId, accountId }: Membership): Promise<number> =>
  tx.run(sql`DELETE FROM team_members WHERE team_id = ${teamId} AND account_id = ${accountId}`)

const deleteLimited = (tx: AuditedTx, { teamId, accountId }: Membership): Promise<number> =>
  tx.run(sql`DELETE FROM team_limited_members WHERE team_id = ${teamId} AND account_id = ${accountId}`)

interface PersonalTeam {
  readonly projectId: string
  readonly accountId: string
  readonly email: string
}

/** Named after the local part of the address. */
export async function createPersonalTeam(
  tx: AuditedTx,
  { projectId, accountId, email }: PersonalTeam,
): Promise<string> {
  const id = newId('team')
  const name = (email.split('@')[0] || email).slice(0, limits.nameCharacters)
  await tx.run(
    sql`INSERT INTO teams (id, name, kind, personal_of) VALUES (${id}, ${name}, 'personal', ${accountId})`,
  )
  await tx.run(
    sql`INSERT INTO team_members (team_id, project_id, account_id, role) VALUES (${id}, ${projectId}, ${accountId}, 'owner')`,
  )
  return id
}

/** Locks the Super administrators team, so that two concurrent changes cannot both pass. */
export async function refuseLastSuperAdministrator(tx: Executor, accountId: string): Promise<void> {
  await tx.rows<object>(
    sql`SELECT t.id FROM instance i JOIN teams t ON t.id = i.super_team_id FOR UPDATE OF t`,
  )
  const active = await tx.rows<{ id: string }>(sql`
    SELECT a.id FROM instance i JOIN team_members m ON m.team_id = i.super_team_id
    JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = m.account_id
    WHERE a.active AND a.locked_at IS NULL`)
  if (active.length === 1 && active[0]?.id === accountId) refuse('last_super_administrator')
}

/**
 * Deletes teams with no other member, and rejects the administrator's deletion when a team with projects or members would lose its last
 * owner.
 */
export async function releaseTeams(tx: AuditedTx, accountId: string): Promise<void> {
  await tx.rows<object>(sql`
    SELECT 1 FROM teams WHERE id IN (SELECT team_id FROM ${memberships} m WHERE account_id = ${accountId}) ORDER BY id FOR UPDATE`)
  const soleOwned = await tx.rows<{ id: string; needed: boolean }>(sql`
    SELECT t.id, EXISTS (SELECT 1 FROM projects p WHERE p.team_id = t.id)
      OR EXISTS (SELECT 1 FROM ${memberships} o WHERE o.team_id = t.id AND o.account_id <> ${accountId}) AS needed
    FROM teams t JOIN team_members m ON m.team_id = t.id AND m.account_id = ${accountId} AND m.role = 'owner'
    WHERE t.kind <> 'system' AND NOT EXISTS (
      SELECT 1 FROM team_members o WHERE o.team_id = t.id AND o.role = 'owner' AND o.account_id <> ${accountId})`)
  if (soleOwned.some(({ needed }) => needed))
    refuse('last_owner', {
      detail: 'The administrator is the last owner of a team that others or projects need.',
    })
  await tx.run(sql`DELETE FROM teams WHERE id = ANY(${soleOwned.map(({ id }) => id)})`)
}
