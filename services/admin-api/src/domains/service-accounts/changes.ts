import { checkWorkload } from '@signet/clients'
import { agentScopes, limits, operations, type Workload } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId, refuse, refuseValue } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { findTeam, lockTeam } from '../teams/team-store.ts'
import { toStoredKeys } from './keys.ts'
import { findServiceAccount, type ServiceAccountRecord, toServiceAccount } from './store.ts'

interface Given {
  readonly role?: string | undefined
  readonly keys?: readonly object[] | undefined
  readonly workloads?: readonly Workload[] | undefined
  readonly expiresAt?: string | null | undefined
}

/** Makes every replica of the issuer read its clients again. */
export const announce = async (tx: Executor): Promise<void> =>
  void (await bumpProject(tx, (await administratorsProject(tx)).id))

async function checkGiven({ role, keys, workloads, expiresAt }: Given, teamKind: string) {
  if (keys && workloads) refuseValue('workloads', 'cannot be combined with keys')
  if (teamKind === 'system' && role !== undefined && role !== 'owner')
    refuseValue('role', 'is owner in the Super administrators team')
  for (const [index, workload] of workloads?.entries() ?? []) checkWorkload(`workloads.${index}`, workload)
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) refuseValue('expiresAt', 'must be in the future')
  return keys ? await toStoredKeys('keys', keys) : null
}

export const service_account_create = implement(operations.service_account_create, {
  async prepare({ deps }, { teamId, ...input }) {
    const team = await findTeam(deps.database, teamId)
    if (!input.keys && !input.workloads) refuseValue('keys', 'or workloads are required')
    const keys = await checkGiven(input, team.kind)
    const id = newId('serviceAccount')
    const detail = { ...input, ...(keys ? { keys: keys.map(({ kid }) => kid) } : {}) }
    return { id, keys, target: { id, scope: teamId, detail } }
  },

  async lock({ sql: tx }, _context, { teamId }) {
    await lockTeam(tx, teamId)
    const [row] = await tx.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM service_accounts WHERE team_id = ${teamId}`,
    )
    if ((row?.count ?? 0) >= limits.serviceAccountsPerTeam) refuse('service_account_limit')
  },

  async apply({ sql: tx }, { caller }, input, { id, keys }) {
    const { teamId, name, role, scopes = [...agentScopes], workloads = [], expiresAt = null } = input
    await tx.run(sql`
      INSERT INTO service_accounts (id, team_id, name, role, scopes, keys, workloads, expires_at, created_by)
      VALUES (${id}, ${teamId}, ${name}, ${role}, ${scopes}, ${JSON.stringify(keys ?? [])}::jsonb,
        ${JSON.stringify(workloads)}::jsonb, ${expiresAt}, ${caller.accountId})`)
    await announce(tx)
    return toServiceAccount(await findServiceAccount(tx, teamId, id))
  },
})

/** The issuer authenticates the client of an account in one way. */
function refuseOtherKind({ keys, workloads }: ServiceAccountRecord, given: Given): void {
  if (given.keys && workloads.length > 0) refuseValue('keys', 'are for an account without workloads')
  if (given.workloads && keys.length > 0) refuseValue('workloads', 'are for an account without keys')
}

const comparable = (record: ServiceAccountRecord) => ({
  ...record,
  expiresAt: record.expiresAt?.toISOString() ?? null,
  keys: record.keys.map(({ kid }) => kid),
})

export const service_account_update = implement(operations.service_account_update, {
  async prepare({ deps }, { teamId, serviceAccountId, ...input }) {
    const record = await findServiceAccount(deps.database, teamId, serviceAccountId)
    const { kind } = await findTeam(deps.database, teamId)
    refuseOtherKind(record, input)
    const keys = await checkGiven(input, kind)
    const given = { ...input, ...(keys ? { keys: keys.map(({ kid }) => kid) } : {}) }
    const changes = changesDetail(comparable(record), given)
    return {
      keys: keys?.map((key) => record.keys.find(({ kid }) => kid === key.kid) ?? key) ?? null,
      unchanged: namesNothing(changes),
      target: { id: serviceAccountId, scope: teamId, detail: { name: record.name, ...changes } },
    }
  },

  async lock({ sql: tx }, _context, { serviceAccountId }) {
    await lockServiceAccount(tx, serviceAccountId)
  },

  async apply({ sql: tx }, _context, { teamId, serviceAccountId, ...input }, { keys, unchanged }) {
    if (!unchanged) {
      const { name = null, role = null, scopes = null, workloads, expiresAt } = input
      await tx.run(sql`
        UPDATE service_accounts SET name = COALESCE(${name}, name), role = COALESCE(${role}, role),
          scopes = COALESCE(${scopes}::text[], scopes), keys = COALESCE(${keys && JSON.stringify(keys)}::jsonb, keys),
          workloads = COALESCE(${workloads ? JSON.stringify(workloads) : null}::jsonb, workloads),
          expires_at = ${expiresAt === undefined ? sql`expires_at` : sql`${expiresAt}::timestamptz`}
        WHERE id = ${serviceAccountId} AND team_id = ${teamId}`)
      await announce(tx)
    }
    return toServiceAccount(await findServiceAccount(tx, teamId, serviceAccountId))
  },
})

export async function lockServiceAccount(tx: Executor, id: string): Promise<void> {
  const rows = await tx.rows<object>(sql`SELECT 1 FROM service_accounts WHERE id = ${id} FOR UPDATE`)
  if (rows.length === 0) refuse('not_found')
}

/** The account is read on every call, so its next request is rejected. */
export const service_account_delete = implement(operations.service_account_delete, {
  async prepare({ deps }, { teamId, serviceAccountId }) {
    const { name } = await findServiceAccount(deps.database, teamId, serviceAccountId)
    return { target: { id: serviceAccountId, scope: teamId, detail: { name } } }
  },

  async apply({ sql: tx }, _context, { teamId, serviceAccountId }) {
    const deleted = await tx.run(
      sql`DELETE FROM service_accounts WHERE id = ${serviceAccountId} AND team_id = ${teamId}`,
    )
    if (deleted !== 1) refuse('not_found')
    await tx.run(sql`DELETE FROM agent_refusals WHERE client_id = ${serviceAccountId}`)
    await announce(tx)
    return {}
  },
})
