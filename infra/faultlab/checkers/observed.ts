import type { Client } from 'pg'
import { type WriteAction, writeActions } from '../ledger.ts'

export interface ObservedState {
  readonly accounts: readonly ObservedAccount[]
  readonly entries: readonly ObservedEntry[]
  readonly liveTokens: readonly { readonly grant: string; readonly count: number }[]
  /** Events whose effect is not recorded. */
  readonly outbox: number
  readonly faults: { readonly recorded: number; readonly dropped: number }
}

interface ObservedAccount {
  readonly id: string
  readonly name: string
  readonly isLocked: boolean
  readonly isActive: boolean
}

interface ObservedEntry {
  readonly action: WriteAction
  readonly target: string
}

export const namePrefix = 'lab-'

export const faultService = 'faultlab'

export async function observe(sql: Client, projectId: string): Promise<ObservedState> {
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await sql.query<Row>(text, values)).rows
  const accounts = await rows<ObservedAccount>(
    `SELECT id, coalesce(username_key, email_key) AS name, locked_at IS NOT NULL AS "isLocked", active AS "isActive"
     FROM accounts WHERE project_id = $1 AND coalesce(username_key, email_key) LIKE '${namePrefix}%'`,
    [projectId],
  )
  // Excludes accounts of the preparation.
  const entries = await rows<ObservedEntry>(
    `SELECT e.action, e.target_id AS target FROM audit_entries e
     LEFT JOIN accounts a ON a.project_id = e.project_id AND a.id = e.target_id
     WHERE e.project_id = $1 AND e.action = ANY($2)
       AND (a.id IS NULL OR coalesce(a.username_key, a.email_key) LIKE '${namePrefix}%')`,
    [projectId, [...writeActions]],
  )
  const liveTokens = await rows<{ grant: string; count: number }>(
    `SELECT grant_id AS grant, count(*)::int AS count FROM oidc_refresh_tokens
     WHERE project_id = $1 AND consumed_at IS NULL AND expires_at > now() GROUP BY grant_id`,
    [projectId],
  )
  const [outbox] = await rows<{ events: number }>('SELECT count(*)::int AS events FROM outbox')
  const [faults] = await rows<{ recorded: number; dropped: number }>(
    `SELECT (SELECT coalesce(sum(occurrences), 0)::int FROM faults WHERE service = $1) AS recorded,
       (SELECT coalesce(sum(dropped), 0)::int FROM faults_dropped WHERE service = $1) AS dropped`,
    [faultService],
  )
  return {
    accounts,
    entries,
    liveTokens,
    outbox: outbox?.events ?? 0,
    faults: faults ?? { recorded: 0, dropped: 0 },
  }
}
