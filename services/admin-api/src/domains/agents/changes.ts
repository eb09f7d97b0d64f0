import { agentScopes, harmfulEffects, operations } from '@signet/contracts'
import { type Executor, raw, type Sql, sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { newId, refuse, refuseValue } from '@signet/runtime'
import { endClient } from '@signet/sessions'
import { bumpProject, refusingDuplicates } from '@signet/tenancy'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { findAgentClient, toAgentClient } from './agent-client-store.ts'
import { authorizeMachine, checkActor, checkIdentity } from './machines.ts'
import { declineClient } from './requests.ts'

function checkExpiry(expiresAt: string | null | undefined): void {
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) refuseValue('expiresAt', 'must be in the future')
}

const columnValue = (
  value: string | number | null | undefined,
  column: Sql,
  type: 'text' | 'int' | 'timestamptz',
): Sql => (value === undefined ? column : sql`${value}::${raw(type)}`)

/** An agent of an unknown team would reach nothing, and its calls would have no approvers. */
async function checkTeam(
  executor: Executor,
  teamId: string | null | undefined,
  field: 'teamId' | 'approverTeamId',
): Promise<void> {
  if (!teamId) return
  const [team] = await executor.rows(sql`SELECT 1 FROM teams WHERE id = ${teamId} AND kind <> 'system'`)
  if (!team) refuseValue(field, 'is no team')
}

/** An agent of unknown projects would reach nothing. */
async function checkProjects(
  executor: Executor,
  projectIds: readonly string[] | null | undefined,
): Promise<void> {
  if (!projectIds) return
  const known = await executor.rows<{ id: string }>(
    sql`SELECT id FROM projects WHERE id = ANY(${[...projectIds]}) AND reserved IS NULL`,
  )
  const ids = new Set(known.map(({ id }) => id))
  for (const [index, id] of projectIds.entries())
    if (!ids.has(id)) refuseValue(`projectIds.${index}`, 'is no project')
}

/** Copies the limits to the entries that have them by a consent. */
const copyToShared = (tx: Executor) =>
  tx.run(sql`
    UPDATE agent_clients SET key_proof = b.key_proof, approval = b.approval, approval_for = b.approval_for, scopes = b.scopes,
      secrets = b.secrets, project_ids = b.project_ids, expires_at = b.expires_at, team_id = b.team_id,
      calls_per_minute = b.calls_per_minute, approval_minutes = b.approval_minutes,
      second_approval_for = b.second_approval_for, approver_team_id = b.approver_team_id, approver_role = b.approver_role
    FROM agent_clients b WHERE b.client_id = ${AGENT_CLIENT_ID} AND agent_clients.shared`)

/** Makes every replica of the issuer read its clients again. */
async function announce(tx: Executor): Promise<void> {
  await bumpProject(tx, (await administratorsProject(tx)).id)
}

export const agent_client_permit = implement(operations.agent_client_permit, {
  async prepare({ deps }, { jwks, ...input }) {
    await checkIdentity(deps.database, { ...input, jwks })
    if (input.actsFor) await checkActor(deps.database, input.actsFor)
    checkExpiry(input.expiresAt)
    await checkTeam(deps.database, input.teamId, 'teamId')
    await checkTeam(deps.database, input.approverTeamId, 'approverTeamId')
    await checkProjects(deps.database, input.projectIds)
    const id = newId('agentClient')
    return { id, target: { id, detail: { ...input, ...(jwks ? { jwks: 'given' } : {}) } } }
  },

  async apply({ sql: tx }, { caller }, input, { id }) {
    const { clientId, name, keyProof = 'none', approval = 'ask', expiresAt = null, actsFor = null } = input
    const { teamId = null, projectIds, callsPerMinute = null, approvalMinutes = 15 } = input
    // A machine has no user who could open a reveal link.
    const { secrets = actsFor ? 'values' : 'reveal' } = input
    const {
      scopes = [...agentScopes],
      approvalFor = [...harmfulEffects],
      secondApprovalFor = [],
      approverTeamId = null,
      approverRole = 'member',
      jwks = null,
      workload = null,
    } = input
    const grantId = actsFor && (await authorizeMachine(tx, { clientId, accountId: actsFor }))
    // The decision of an administrator ends the request, and replaces the entry of a consent.
    await tx.run(sql`DELETE FROM agent_requests WHERE client_id = ${clientId}`)
    await tx.run(sql`DELETE FROM agent_clients WHERE client_id = ${clientId} AND shared`)
    await refusingDuplicates(
      tx.run(sql`
        INSERT INTO agent_clients (id, client_id, name, key_proof, approval, approval_for, scopes, expires_at, acts_for, grant_id, jwks, team_id, project_ids, secrets, calls_per_minute, approval_minutes,
          second_approval_for, approver_team_id, approver_role, workload_issuer, workload_subject, created_by)
        VALUES (${id}, ${clientId}, ${name}, ${keyProof}, ${approval}, ${approvalFor}, ${scopes}, ${expiresAt}, ${actsFor}, ${grantId},
          ${jwks && JSON.stringify(jwks)}::jsonb, ${teamId}, ${projectIds ?? []}, ${secrets}, ${callsPerMinute}, ${approvalMinutes},
          ${secondApprovalFor}, ${approverTeamId}, ${approverRole}, ${workload?.issuer ?? null}, ${workload?.subject ?? null},
          ${caller.accountId})`),
      'This agent client is permitted already.',
    )
    await announce(tx)
    return toAgentClient(await findAgentClient(tx, id))
  },
})

export const agent_client_update = implement(operations.agent_client_update, {
  async prepare({ deps }, { entryId, ...input }) {
    const record = await findAgentClient(deps.database, entryId)
    const { clientId } = record
    if (input.actsFor) await checkActor(deps.database, input.actsFor)
    if (input.actsFor !== undefined) await checkIdentity(deps.database, { ...record, actsFor: input.actsFor })
    checkExpiry(input.expiresAt)
    await checkTeam(deps.database, input.teamId, 'teamId')
    await checkTeam(deps.database, input.approverTeamId, 'approverTeamId')
    await checkProjects(deps.database, input.projectIds)
    const changes = changesDetail(toAgentClient(record), input)
    // Naming the same administrator again renews an authorization that has ended.
    const renews = Boolean(input.actsFor) && !record.active
    const unchanged = namesNothing(changes) && !renews
    return { record, unchanged, target: { id: entryId, detail: { clientId, ...changes } } }
  },

  async apply({ sql: tx }, _context, { entryId, actsFor, ...input }, { record, unchanged }) {
    const { clientId } = record
    if (!unchanged) {
      const { keyProof = null, approval = null, approvalFor = null, scopes = null } = input
      const { secrets = null, projectIds, approvalMinutes = null } = input
      const { secondApprovalFor = null, approverRole = null } = input
      await tx.run(sql`
        UPDATE agent_clients SET key_proof = COALESCE(${keyProof}, key_proof), approval = COALESCE(${approval}, approval),
          approval_for = COALESCE(${approvalFor}::text[], approval_for),
          scopes = COALESCE(${scopes}::text[], scopes), secrets = COALESCE(${secrets}, secrets),
          approval_minutes = COALESCE(${approvalMinutes}::int, approval_minutes),
          second_approval_for = COALESCE(${secondApprovalFor}::text[], second_approval_for),
          approver_role = COALESCE(${approverRole}, approver_role),
          approver_team_id = ${columnValue(input.approverTeamId, sql`approver_team_id`, 'text')},
          project_ids = COALESCE(${projectIds === undefined ? null : (projectIds ?? [])}::text[], project_ids),
          expires_at = ${columnValue(input.expiresAt, sql`expires_at`, 'timestamptz')},
          team_id = ${columnValue(input.teamId, sql`team_id`, 'text')},
          calls_per_minute = ${columnValue(input.callsPerMinute, sql`calls_per_minute`, 'int')}, shared = false
        WHERE id = ${entryId}`)
      if (clientId === AGENT_CLIENT_ID) await copyToShared(tx)
      if (actsFor !== undefined) {
        const grantId = actsFor && (await authorizeMachine(tx, { clientId, accountId: actsFor }))
        await tx.run(
          sql`UPDATE agent_clients SET acts_for = ${actsFor}, grant_id = ${grantId} WHERE id = ${entryId}`,
        )
      }
      await announce(tx)
    }
    return toAgentClient(await findAgentClient(tx, entryId))
  },
})

/** No consent permits a declined client again. The permission is read on every call: the next request with a token is refused. */
export const agent_client_withdraw = implement(operations.agent_client_withdraw, {
  async prepare({ deps }, { entryId }) {
    const { clientId, name, reserved, actsFor } = await findAgentClient(deps.database, entryId)
    if (reserved) refuse('agent_client_reserved')
    return {
      clientId,
      name,
      isMachine: actsFor !== null,
      target: { id: entryId, detail: { clientId, name } },
    }
  },

  async apply({ sql: tx }, _context, { entryId }, { clientId, name, isMachine }) {
    const withdrawn = await tx.run(sql`DELETE FROM agent_clients WHERE id = ${entryId} AND NOT reserved`)
    if (withdrawn !== 1) refuse('not_found')
    if (!isMachine) await declineClient(tx, { clientId, name })
    await tx.run(sql`DELETE FROM agent_refusals WHERE client_id = ${clientId}`)
    await endClient(tx, (await administratorsProject(tx)).id, clientId)
    await announce(tx)
    return {}
  },
})
