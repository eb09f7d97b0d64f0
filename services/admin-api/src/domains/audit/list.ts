import { type AuditEntry, auditActions, operations } from '@signet/contracts'
import { allOf, type Executor, type Sql, sql } from '@signet/db'
import { actors, currentName } from '@signet/events'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import { implementRead } from '../../implement.ts'

type AuditRow = Omit<AuditEntry, 'at'> & { readonly at: Date }

const toEntry = (row: AuditRow): AuditEntry => ({ ...row, at: row.at.toISOString() })

/** A larger result is reported as more than this number. */
const countedTo = 10_000

export const audit_list = implementRead(operations.audit_list, async ({ deps, caller }, input) => {
  const where = allOf([visibleTo(caller), ...auditFilters(input)])
  const { page, pageSize } = input
  const [rows, counted] = await Promise.all([
    readPage(deps.database, where, pageSize, (page - 1) * pageSize),
    count(deps.database, where),
  ])
  return {
    entries: rows.map(toEntry),
    page,
    pageSize,
    total: Math.min(counted, countedTo),
    totalCapped: counted > countedTo,
  }
})

/**
 * Entries of the caller's teams and of their present projects, or of the projects that an agent is limited to. A super administrator
 * reads all.
 */
function visibleTo(caller: Administrator): Sql {
  if (caller.superAdministrator) return sql`true`
  if (caller.projects) return sql`e.project_id = ANY(${[...caller.projects.keys()]})`
  const teams = caller.teams.map(({ id }) => id)
  return sql`(e.target_scope = ANY(${teams}) OR e.project_id IN (SELECT id FROM projects WHERE team_id = ANY(${teams}) AND reserved IS NULL))`
}

type Input = Parameters<Parameters<typeof implementRead<typeof operations.audit_list>>[1]>[1]

function auditFilters(input: Input): Sql[] {
  const equal: [unknown, Sql][] = [
    [input.actor, sql`e.actor`],
    [input.action, sql`e.action`],
    [input.targetType, sql`e.target_type`],
    [input.targetId, sql`e.target_id`],
    [input.targetScope, sql`e.target_scope`],
    [input.viaSurface, sql`e.surface`],
    [input.viaClientId, sql`e.client_id`],
    [input.project, sql`e.project_id`],
  ]
  const filters = equal
    .filter(([value]) => value !== undefined)
    .map(([value, column]) => sql`${column} = ${value}`)
  if (input.connection)
    filters.push(
      sql`(e.connection_id = ${input.connection} OR e.actor = ${actors.connection(input.connection)})`,
    )
  if (input.provider)
    filters.push(prefixFilter('federation.provider'), sql`e.detail->>'providerId' = ${input.provider}`)
  if (input.actionPrefix) filters.push(prefixFilter(input.actionPrefix))
  if (input.from) filters.push(sql`e.at >= ${new Date(input.from)}`)
  if (input.to) filters.push(sql`e.at < ${new Date(input.to)}`)
  return filters
}

/** The last action is of old entries about the former project entity; no operation writes it. */
const actions = [...auditActions, 'retiredproject']

/** Other prefixes than the first segments of an action would select other actions. */
function prefixFilter(prefix: string): Sql {
  const segments = prefix.replace(/\.$/, '')
  if (!actions.some((action) => `${action}.`.startsWith(`${segments}.`)))
    refuse('audit_prefix_ambiguous', { detail: `No action begins with the segments of ${prefix}.` })
  return sql`(e.action = ${segments} OR (e.action >= ${`${segments}.`} AND e.action < ${`${segments}/`}))`
}

const readPage = (executor: Executor, where: Sql, limit: number, offset: number): Promise<AuditRow[]> =>
  executor.rows<AuditRow>(sql`
    SELECT e.id, e.at, e.actor, ${currentName(sql`e.actor`, sql`e.project_id`)} AS "actorName", e.actor_name AS "actorNameThen", e.action, e.target_type AS "targetType", e.target_id AS "targetId", ${targetName} AS "targetName",
      e.target_scope AS "targetScope", e.surface, e.client_id AS "clientId", e.project_id AS "projectId",
      e.connection_id AS "connectionId", e.kid, e.detail
    FROM audit_entries e WHERE ${where} ORDER BY e.at DESC, e.id DESC LIMIT ${limit} OFFSET ${offset}`)

const count = async (executor: Executor, where: Sql): Promise<number> =>
  (
    await executor.rows<{ total: number }>(
      sql`SELECT count(*)::int AS total FROM (SELECT 1 FROM audit_entries e WHERE ${where} LIMIT ${countedTo + 1}) counted`,
    )
  )[0]?.total ?? 0

/** Null without a current name. Entries store no name of a user, because they cannot be erased. */
const targetName = sql`CASE e.target_type
    WHEN 'AdminUser' THEN (SELECT COALESCE(a.email, a.id) FROM administrators a WHERE a.id = e.target_id)
    WHEN 'Client' THEN (
      SELECT COALESCE(c.client_name, c.id) FROM clients c WHERE c.project_id = e.project_id AND c.id = e.target_id)
    WHEN 'EndUser' THEN (
      SELECT COALESCE(u.email, u.username, u.id) FROM accounts u WHERE u.project_id = e.project_id AND u.id = e.target_id)
    WHEN 'Group' THEN (SELECT g.display_name FROM groups g WHERE g.project_id = e.project_id AND g.id = e.target_id)
    WHEN 'McpClientPermission' THEN (SELECT m.name FROM agent_clients m WHERE m.id = e.target_id)
    WHEN 'Plan' THEN (SELECT l.name FROM plans l WHERE l.id = e.target_id)
    WHEN 'Project' THEN (SELECT p.name FROM projects p WHERE p.id = e.target_id)
    WHEN 'ProtectedResource' THEN (
      SELECT r.name FROM resources r WHERE r.project_id = e.project_id AND r.identifier = e.target_id LIMIT 1)
    WHEN 'ProvisioningConnection' THEN (
      SELECT n.display_name FROM provisioning_connections n WHERE n.project_id = e.project_id AND n.id = e.target_id)
    WHEN 'ServiceAccount' THEN (SELECT s.name FROM service_accounts s WHERE s.id = e.target_id)
    WHEN 'Team' THEN (SELECT t.name FROM teams t WHERE t.id = e.target_id) END`
