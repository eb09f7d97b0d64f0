import { type Database, type Executor, raw, sql, type Transactor } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { actors, recordAudit } from '@signet/events'
import { artifactTableNames, endAccount } from '@signet/sessions'
import { bumpInstance, issuerOf } from '@signet/tenancy'

/** Accounts of one transaction. */
const together = 200

/** A replayed proof of possession is still refused, and registered applications can still be managed. */
const kept = ['oidc_replay_detections', 'oidc_registration_tokens']

/** Single-use values that may have been used or refused after the backup. */
const handed = [
  'console_sessions',
  'account_tokens',
  'agent_confirmations',
  'idempotency_keys',
  'secret_reveals',
  'federation_transactions',
  'upstream_sessions',
]

export interface EndedCounts {
  /** Time of the newest audit entry; null without one. */
  readonly restoredTo: Date | null
  readonly ended: ReadonlyMap<string, number>
}

/**
 * Ends everything that may have been revoked or redeemed after the backup, because it would be valid again. Users sign in again, and
 * applications get logout notices. It may be repeated.
 */
export async function endUntrusted(database: Database, baseUrl: string): Promise<EndedCounts> {
  const instanceDatabase = acrossProjects(database)
  const [newest] = await instanceDatabase.rows<{ at: Date }>(
    sql`SELECT at FROM audit_entries WHERE action <> 'instance.restored' ORDER BY at DESC, id DESC LIMIT 1`,
  )
  await recordAudit(instanceDatabase, {
    actor: actors.instance(),
    action: 'instance.restored',
    targetType: 'ApplicationConfig',
    targetId: 'instance',
    targetScope: 'instance',
    surface: null,
    projectId: null,
    detail: { restoredTo: newest?.at.toISOString() ?? null },
  })
  const ended = new Map<string, number>([['people', await endPeople(instanceDatabase, baseUrl)]])
  const tables = [...artifactTableNames.filter((table) => !kept.includes(table)), ...handed]
  for (const table of tables) ended.set(table, await instanceDatabase.run(sql`DELETE FROM ${raw(table)}`))
  await instanceDatabase.transaction(async (tx) => {
    await tx.run(sql`UPDATE projects SET version = version + 1`)
    await bumpInstance(tx)
  })
  return { restoredTo: newest?.at ?? null, ended }
}

interface Owner {
  readonly projectId: string
  readonly accountId: string
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

const owners = (executor: Executor): Promise<Owner[]> =>
  executor.rows<Owner>(sql`
    SELECT p.id AS "projectId", o.account_id AS "accountId", p.address_form AS "addressForm", p.slug, p.host
    FROM (SELECT project_id, account_id FROM oidc_sessions WHERE account_id IS NOT NULL
      UNION SELECT project_id, account_id FROM oidc_grants WHERE account_id IS NOT NULL LIMIT ${together}) o
    JOIN projects p ON p.id = o.project_id`)

async function endPeople(instanceDatabase: Transactor, baseUrl: string): Promise<number> {
  let ended = 0
  for (let found = await owners(instanceDatabase); found.length > 0; found = await owners(instanceDatabase)) {
    await instanceDatabase.transaction(async (tx) => {
      for (const { projectId, accountId, ...address } of found)
        await endAccount(tx, { id: projectId, issuer: issuerOf(address, baseUrl) }, accountId)
    })
    ended += found.length
  }
  return ended
}
