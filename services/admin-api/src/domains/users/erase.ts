import { type ErasureReceipt, operations } from '@signet/contracts'
import { type Executor, raw, sql } from '@signet/db'
import { connectedApps, isAttached } from '@signet/sessions'
import type { HandlerDeps } from '../../deps.ts'
import { implement } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { lockDeletion, removeUser } from './delete.ts'
import { refuseManaged } from './user-rules.ts'
import { findUser } from './user-store.ts'

type Counts = ErasureReceipt['erased'] & { readonly auditEntries: number }

/**
 * The digest of the receipt confirms the preview, and the audit entry stores it, so that a receipt can be compared with the entry
 * later.
 */
export const project_user_erase = implement(operations.project_user_erase, {
  async prepare({ deps, project, caller }, { userId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    refuseOwnAccount(caller, project, userId)
    refuseManaged(user)
    const { erased, digest } = await readReceipt(deps.database, deps, project, userId)
    return { target: { id: userId, detail: { erased, digest } }, shows: { email: user.email } }
  },

  async preview(executor, { deps, project }, { userId }) {
    const receipt = await readReceipt(executor, deps, project, userId)
    return { ...receipt, consequences: consequencesOf(receipt), expect: { digest: receipt.digest } }
  },

  lock: ({ sql: tx }, { project }, { userId }) => lockDeletion(tx, project, userId),

  async apply({ sql: tx }, { deps, project }, { userId }) {
    const receipt = await readReceipt(tx, deps, project, userId)
    await removeUser(tx, deps, project, userId)
    await deletePending(tx, project.id, userId)
    return { ...receipt, erasedAt: new Date().toISOString() }
  },
})

/** A deletion leaves rows of these tables to their expiry. */
const pendingTables = ['upstream_sessions', 'federation_transactions', 'passkey_challenges'] as const

async function deletePending(tx: Executor, projectId: string, userId: string): Promise<void> {
  for (const table of pendingTables)
    await tx.run(sql`DELETE FROM ${raw(table)} WHERE project_id = ${projectId} AND account_id = ${userId}`)
}

async function readReceipt(
  executor: Executor,
  { vault }: Pick<HandlerDeps, 'vault'>,
  { id: projectId }: Pick<ProjectRow, 'id'>,
  userId: string,
): Promise<ErasureReceipt> {
  const apps = await connectedApps(executor, projectId, userId)
  const { auditEntries, ...erased } = await countData(executor, projectId, userId)
  const recipients = await readRecipients(
    executor,
    { projectId, userId },
    apps.map(({ clientId }) => clientId),
  )
  const counted = { ...erased, applications: apps.length }
  const receipt = { projectId, userId, erased: counted, kept: keptOf(auditEntries), recipients }
  const [digest] = vault.keyedDigests(JSON.stringify(receipt), 'erasure receipt')
  return { ...receipt, digest }
}

/** Excludes the entry of this erasure, which is written before it. */
async function countData(executor: Executor, projectId: string, userId: string) {
  const mine = sql`t.project_id = ${projectId} AND t.account_id = ${userId}`
  const [counts] = await executor.rows<Omit<Counts, 'applications'>>(sql`
    SELECT (SELECT count(*)::int FROM oidc_sessions t WHERE ${mine} AND ${isAttached(sql`t`)}) AS sessions,
      (SELECT count(*)::int FROM identities t WHERE ${mine}) AS identities,
      (SELECT count(*)::int FROM passkeys t WHERE ${mine}) AS passkeys,
      COALESCE((SELECT cardinality(t.digests) FROM recovery_codes t WHERE ${mine}), 0) AS "recoveryCodes",
      (SELECT count(*)::int FROM group_members t WHERE ${mine}) AS groups,
      (SELECT count(*)::int FROM mail_messages t WHERE ${mine}) AS messages,
      (SELECT count(*)::int FROM sign_in_failures t WHERE ${mine}) AS "signInFailures",
      (SELECT count(*)::int FROM audit_entries e
        WHERE e.project_id = ${projectId} AND e.target_id = ${userId} AND e.action <> 'enduser.erase') AS "auditEntries"`)
  if (!counts) throw new Error('The records of the user were not counted.')
  return counts
}

/** Reads the names of the applications and providers that have data of the user. */
async function readRecipients(
  executor: Executor,
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  clientIds: readonly string[],
): Promise<string[]> {
  const named = await executor.rows<{ name: string }>(sql`
    SELECT COALESCE(c.client_name, given.id) AS name FROM unnest(${[...clientIds]}::text[]) given(id)
    LEFT JOIN clients c ON c.project_id = ${projectId} AND c.id = given.id
    UNION
    SELECT p.display_name FROM identities d
    JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
    WHERE d.project_id = ${projectId} AND d.account_id = ${userId} ORDER BY name`)
  return named.map(({ name }) => name)
}

const keptOf = (auditEntries: number): ErasureReceipt['kept'] => [
  {
    what: 'audit_entries',
    count: auditEntries,
    reason:
      'An audit entry cannot be changed; it proves who changed the account, and ends with the retention of the audit.',
  },
  { what: 'activity_figures', count: null, reason: 'Numbers of active users, without a user.' },
  {
    what: 'log_lines',
    count: null,
    reason: 'Log lines have the id of the account, never a name or an address, and end with their retention.',
  },
  {
    what: 'backups',
    count: null,
    reason: 'A backup keeps the account until it is deleted; after a restore, erase the account again.',
  },
]

function consequencesOf({ erased, recipients }: ErasureReceipt): string[] {
  const { sessions, applications, identities, passkeys, groups } = erased
  return [
    'The account and everything issued to it are gone; this cannot be taken back.',
    `Sessions: ${sessions}; applications: ${applications}; linked identities: ${identities}; passkeys: ${passkeys}; groups: ${groups}.`,
    ...(recipients.length === 0 ? [] : [`Tell ${recipients.join(', ')}, which have data of the user.`]),
    'Audit entries and backups keep data until their retention ends; the receipt names them.',
  ]
}
