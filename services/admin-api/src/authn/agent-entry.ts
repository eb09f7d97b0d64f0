import type { AgentScope, ApprovalCriterion } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { type Administrator, type Membership, roleIn } from '../caller.ts'

/** Read on every call. */
export interface AgentEntry {
  readonly keyProof: 'none' | 'dpop'
  /** Upper bound of the scopes, also for tokens that were issued with more. */
  readonly scopes: readonly AgentScope[]
  /** The time of the last use must be written. */
  readonly unnoted: boolean
  readonly granted: boolean
  readonly approval: 'ask' | 'self' | 'never'
  readonly approvalFor: readonly ApprovalCriterion[]
  readonly secondApprovalFor: readonly ApprovalCriterion[]
  readonly suspended: boolean
  readonly secrets: 'reveal' | 'values'
  readonly isMachine: boolean
  readonly callsPerMinute: number | null
  /** Null without a limit to a team. */
  readonly teamId: string | null
  /** Null after that team was deleted. */
  readonly teamKind: Membership['kind'] | null
  /** Empty without a limit to projects. */
  readonly projectIds: readonly string[]
}

type Person = Omit<Administrator, 'via'>

/** Writes the last use at most once a minute. */
const unnoted = sql`(last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`

/** @returns undefined when the client is not permitted */
export const readEntry = async (
  executor: Executor,
  {
    clientId,
    grantId,
    accountId,
  }: { readonly clientId: string; readonly grantId: string | null; readonly accountId: string },
): Promise<AgentEntry | undefined> =>
  (
    await executor.rows<AgentEntry>(sql`
      SELECT key_proof AS "keyProof", scopes, approval, approval_for AS "approvalFor", second_approval_for AS "secondApprovalFor", secrets, calls_per_minute AS "callsPerMinute",
             team_id AS "teamId", (SELECT kind FROM teams t WHERE t.id = team_id) AS "teamKind",
             project_ids AS "projectIds", acts_for IS NOT NULL AS "isMachine", ${unnoted} AS unnoted,
             EXISTS (SELECT 1 FROM agent_suspensions s
                     WHERE s.client_id = agent_clients.client_id AND s.account_id = ${accountId}) AS suspended,
             EXISTS (SELECT 1 FROM oidc_grants g JOIN instance i ON g.project_id = i.administrators_project_id
                     WHERE g.id = ${grantId} AND (g.expires_at IS NULL OR g.expires_at > now())) AS granted
      FROM agent_clients WHERE client_id = ${clientId} AND (expires_at IS NULL OR expires_at > now())`)
  )[0]

export const noteUse = (executor: Executor, clientId: string): Promise<number> =>
  executor.run(
    sql`UPDATE agent_clients SET last_used_at = now() WHERE client_id = ${clientId} AND ${unnoted}`,
  )

/** An agent without an approver has no high-consequence tools. */
export const permittedScopes = ({ scopes, approval }: AgentEntry): readonly AgentScope[] =>
  approval === 'never' ? scopes.filter((scope) => scope !== 'admin:high') : scopes

export async function limitToEntry(executor: Executor, person: Person, entry: AgentEntry): Promise<Person> {
  const inTeam = withinTeam(person, entry)
  return entry.projectIds.length === 0 ? inTeam : withinProjects(executor, inTeam, entry.projectIds)
}

/** Keeps the role of the administrator in the team; a super administrator has the role of an owner. */
function withinTeam(person: Person, { teamId, teamKind }: AgentEntry): Person {
  if (teamId === null) return person
  const own = person.teams.filter(({ id }) => id === teamId)
  const asOwner = person.superAdministrator && teamKind !== null
  const teams = asOwner ? [{ id: teamId, role: 'owner' as const, kind: teamKind }] : own
  return { ...person, superAdministrator: false, teams }
}

/** Replaces the teams by the role of the administrator in each of the projects. */
async function withinProjects(
  executor: Executor,
  person: Person,
  projectIds: readonly string[],
): Promise<Person> {
  const rows = await executor.rows<{ id: string; teamId: string }>(sql`
    SELECT id, team_id AS "teamId" FROM projects WHERE id = ANY(${[...projectIds]}) AND reserved IS NULL`)
  const projects = new Map(
    rows.flatMap(({ id, teamId }): [string, Membership['role']][] => {
      const role = person.superAdministrator ? 'owner' : roleIn(person, teamId)
      return role ? [[id, role]] : []
    }),
  )
  return { ...person, superAdministrator: false, teams: [], projects }
}
