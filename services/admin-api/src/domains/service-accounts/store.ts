import { memberships } from '@signet/accounts'
import type { AnswerOf, Operations, Workload } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { Listing } from '../../lists/page.ts'
import type { StoredKey } from './keys.ts'

export type ServiceAccount = AnswerOf<Operations['service_account_update']>
type Times = 'createdAt' | 'lastUsedAt' | 'lastFailureAt' | 'expiresAt'

export interface ServiceAccountRecord extends Omit<ServiceAccount, Times | 'keys'> {
  readonly keys: StoredKey[]
  readonly workloads: Workload[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly lastFailureAt: Date | null
  readonly expiresAt: Date | null
}

const readWhere = (executor: Executor, where: Sql): Promise<ServiceAccountRecord[]> =>
  executor.rows<ServiceAccountRecord>(sql`
    SELECT s.id, s.team_id AS "teamId", t.name AS "teamName", s.name, s.role, s.scopes, s.keys, s.workloads,
      (SELECT count(*)::int FROM ${memberships} m JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
       WHERE m.team_id = s.team_id AND a.active) AS "teamPeople",
      s.expires_at AS "expiresAt", (s.expires_at IS NULL OR s.expires_at > now()) AS active,
      s.created_at AS "createdAt", creator.email AS "createdBy", s.last_used_at AS "lastUsedAt",
      s.failed_exchanges AS "failedExchanges", s.last_failure AS "lastFailure", s.last_failure_at AS "lastFailureAt"
    FROM service_accounts s JOIN teams t ON t.id = s.team_id CROSS JOIN instance i
    LEFT JOIN accounts creator ON creator.project_id = i.administrators_project_id AND creator.id = s.created_by
    WHERE ${where} ORDER BY s.created_at, s.id`)

const visibleTo = ({ superAdministrator, teams }: Administrator, teamId: string | undefined): Sql => {
  const ofTeam = teamId === undefined ? sql`true` : sql`s.team_id = ${teamId}`
  return superAdministrator ? ofTeam : sql`(${ofTeam} AND s.team_id = ANY(${teams.map(({ id }) => id)}))`
}

export const readServiceAccounts = (
  executor: Executor,
  caller: Administrator,
  { teamId, ids }: { readonly teamId?: string | undefined; readonly ids?: readonly string[] | undefined },
): Promise<ServiceAccountRecord[]> =>
  readWhere(executor, sql`${visibleTo(caller, teamId)} AND ${ids ? sql`s.id = ANY(${[...ids]})` : sql`true`}`)

export const serviceAccountListing = (
  caller: Administrator,
  teamId: string | undefined,
): Listing<Operations['service_account_list']> => ({
  from: sql`service_accounts s`,
  id: sql`s.id`,
  where: visibleTo(caller, teamId),
  texts: [sql`s.name`],
  orders: { createdAt: { by: sql`s.created_at`, isTime: true }, name: { by: sql`lower(s.name)` } },
})

export const findServiceAccount = async (
  executor: Executor,
  teamId: string,
  id: string,
): Promise<ServiceAccountRecord> =>
  (await readWhere(executor, sql`s.id = ${id} AND s.team_id = ${teamId}`))[0] ?? refuse('not_found')

export const findOwn = async (
  executor: Executor,
  { accountId }: Administrator,
): Promise<ServiceAccountRecord> =>
  (await readWhere(executor, sql`s.id = ${accountId}`))[0] ?? refuse('not_found')

export const toServiceAccount = ({ keys, ...row }: ServiceAccountRecord): ServiceAccount => ({
  ...row,
  keys: keys.map(({ kid, createdAt }) => ({ kid, createdAt })),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastFailureAt: row.lastFailureAt?.toISOString() ?? null,
})
