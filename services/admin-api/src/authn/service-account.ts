import { type AgentScope, idPrefixes } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { Administrator, Membership } from '../caller.ts'

interface Row {
  readonly id: string
  readonly scopes: readonly AgentScope[]
  readonly teamId: string
  readonly role: Membership['role']
  readonly kind: Membership['kind']
  readonly unnoted: boolean
}

export const isServiceAccountId = (id: string): boolean => id.startsWith(`${idPrefixes.serviceAccount}_`)

/**
 * Reads on every call: a deletion, an expiry, another role and the deletion of the team are in force with the next request. An account
 * of the Super administrators team has authority over the instance.
 * @param scopes scopes of the token
 * @returns null for an account that does not exist or has expired
 */
export async function loadServiceAccount(
  executor: Executor,
  id: string,
  scopes: ReadonlySet<AgentScope>,
): Promise<{ readonly caller: Administrator; readonly unnoted: boolean } | null> {
  const [row] = await executor.rows<Row>(sql`
    SELECT s.id, s.scopes, s.team_id AS "teamId", s.role, t.kind,
      (s.last_used_at IS NULL OR s.last_used_at < now() - interval '1 minute') AS unnoted
    FROM service_accounts s JOIN teams t ON t.id = s.team_id
    WHERE s.id = ${id} AND (s.expires_at IS NULL OR s.expires_at > now())`)
  return row ? { caller: toCaller(row, scopes), unnoted: row.unnoted } : null
}

function toCaller({ id, scopes, teamId, role, kind }: Row, ofToken: ReadonlySet<AgentScope>): Administrator {
  const superAdministrator = kind === 'system'
  return {
    accountId: id,
    // A reserved domain (RFC 2606): the account has no mailbox.
    email: `${id}@service-account.invalid`,
    superAdministrator,
    teams: superAdministrator ? [] : [{ id: teamId, role, kind }],
    projects: null,
    via: {
      credential: 'agent',
      clientId: id,
      scopes: new Set(scopes.filter((scope) => ofToken.has(scope))),
      obtainableScopes: new Set(scopes),
      approval: 'self',
      approvalFor: new Set(),
      secondApprovalFor: new Set(),
      isLimited: !superAdministrator,
      isMachine: true,
      isServiceAccount: true,
      secrets: 'values',
      callsPerMinute: null,
    },
  }
}

export const noteServiceAccountUse = (executor: Executor, id: string): Promise<number> =>
  executor.run(sql`UPDATE service_accounts SET last_used_at = now() WHERE id = ${id}`)
