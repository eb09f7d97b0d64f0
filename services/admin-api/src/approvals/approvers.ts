import { memberships } from '@signet/accounts'
import { type Sql, sql } from '@signet/db'

export interface Candidate {
  readonly accountId: string
  readonly email: string
  /** False for a super administrator who is not in the team of approvers with its least role. */
  readonly inGroup: boolean
}

export interface Approvers {
  readonly needed: 1 | 2
  readonly accountIds: ReadonlySet<string>
}

interface ApprovableCall {
  /** The agent acts for this administrator. */
  readonly accountId: string
  readonly needsSecond: boolean
}

/**
 * While the team of approvers has fewer than two other administrators, the super administrators approve too, then the person that the
 * agent acts for: an instance with one administrator needs one approval.
 */
export function approversOf(
  { accountId, needsSecond }: ApprovableCall,
  candidates: readonly Candidate[],
): Approvers {
  if (!needsSecond) return { needed: 1, accountIds: new Set([accountId]) }
  const others = candidates.filter((candidate) => candidate.accountId !== accountId)
  const group = others.filter(({ inGroup }) => inGroup)
  const chosen = (group.length >= 2 ? group : others).map((candidate) => candidate.accountId)
  const accountIds = new Set(chosen.length >= 2 ? chosen : [...chosen, accountId])
  return { needed: accountIds.size >= 2 ? 2 : 1, accountIds }
}

/**
 * JSON, for LATERAL. A call that needs one approval has no candidate besides its person.
 * @param call alias of a row with account_id, needs_second, approver_team_id and approver_role
 */
export const candidatesOf = (call: Sql): Sql => sql`(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('accountId', x.id, 'email', COALESCE(x.email, x.id), 'inGroup', x.in_group)
    ORDER BY x.email, x.id), '[]') AS candidates
  FROM (
    SELECT p.id, p.email, bool_or(m.team_id = COALESCE(${call}.approver_team_id, i.super_team_id)
        AND (m.role = 'owner' OR m.role = ${call}.approver_role OR ${call}.approver_team_id IS NULL)) AS in_group
    FROM instance i
    JOIN ${memberships} m ON m.team_id = i.super_team_id OR (m.team_id = ${call}.approver_team_id
      AND (m.role = 'owner' OR m.role = ${call}.approver_role))
    JOIN accounts p ON p.project_id = i.administrators_project_id AND p.id = m.account_id
    WHERE ${call}.needs_second AND p.active AND p.locked_at IS NULL
    GROUP BY p.id, p.email) x)`

/** Calls of their own agents, and those that two of several approve. */
export const isSeenBy = (
  call: Sql,
  accountId: string,
): Sql => sql`(${call}.account_id = ${accountId} OR (${call}.needs_second
  AND EXISTS (SELECT 1 FROM instance i JOIN ${memberships} m ON m.account_id = ${accountId}
    AND (m.team_id = i.super_team_id OR (m.team_id = ${call}.approver_team_id AND (m.role = 'owner' OR m.role = ${call}.approver_role))))))`
