import type { AgentScope, ApprovalCriterion } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { type Administrator, belongsTo, type Membership, owns } from '../caller.ts'

/** A permitted agent client as it stands now. */
export interface AgentEntry {
  readonly keyProof: 'none' | 'dpop'
  /** Most that its tokens may do now, whatever they could when they were issued. */
  readonly scopes: readonly AgentScope[]
  /** Its use of this moment is not written down yet. */
  readonly unnoted: boolean
  readonly granted: boolean
  readonly approval: 'ask' | 'self' | 'never'
  readonly approvalFor: readonly ApprovalCriterion[]
  /** The administrator suspended it. */
  readonly suspended: boolean
  readonly secrets: 'reveal' | 'values'
  readonly isMachine: boolean
  readonly callsPerMinute: number | null
  /** The one team it is limited to. */
  readonly teamId: string | null
  /** Null once that team is gone. */
  readonly teamKind: Membership['kind'] | null
  /** The projects it is limited to; none: no such limit. */
  readonly projectIds: readonly string[]
}

type Person = Omit<Administrator, 'via'>

/** To the minute, so that a busy agent costs one write a minute. */
const unnoted = sql`(last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`

/** Undefined when the client is not permitted now. */
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
      SELECT key_proof AS "keyProof", scopes, approval, approval_for AS "approvalFor", secrets, calls_per_minute AS "callsPerMinute",
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

/** Where nobody confirms its high-consequence calls, it has none. */
export const permittedScopes = ({ scopes, approval }: AgentEntry): readonly AgentScope[] =>
  approval === 'never' ? scopes.filter((scope) => scope !== 'admin:high') : scopes

/** The administrator as far as the agent acts for them. */
export async function reachOf(executor: Executor, person: Person, entry: AgentEntry): Promise<Person> {
  const inTeam = withinTeam(person, entry)
  return entry.projectIds.length === 0 ? inTeam : withinProjects(executor, inTeam, entry.projectIds)
}

/** A member of the one team and of no other, and an owner where they are one or may do everything. */
function withinTeam(person: Person, { teamId, teamKind }: AgentEntry): Person {
  if (teamId === null) return person
  const own = person.teams.filter(({ id }) => id === teamId)
  const asOwner = person.superAdministrator && teamKind !== null
  const teams = asOwner ? [{ id: teamId, role: 'owner' as const, kind: teamKind }] : own
  return { ...person, superAdministrator: false, teams }
}

/** Of no team: only what each of the projects allows them. */
async function withinProjects(
  executor: Executor,
  person: Person,
  projectIds: readonly string[],
): Promise<Person> {
  const rows = await executor.rows<{ id: string; teamId: string }>(sql`
    SELECT id, team_id AS "teamId" FROM projects WHERE id = ANY(${[...projectIds]}) AND reserved IS NULL`)
  const projects = new Map(
    rows.flatMap(({ id, teamId }): [string, Membership['role']][] => {
      if (person.superAdministrator || owns(person, teamId)) return [[id, 'owner']]
      return belongsTo(person, teamId) ? [[id, 'member']] : []
    }),
  )
  return { ...person, superAdministrator: false, teams: [], projects }
}
