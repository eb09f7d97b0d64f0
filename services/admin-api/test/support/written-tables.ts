import { type Database, sql } from '@signet/db'
import { changedColumns, type RowChange } from './row-changes.ts'

/** Writes of accounts, teams, credentials and links need an audit entry. */
const audited = [
  ...[
    'accounts',
    'teams',
    'team_members',
    'team_limited_members',
    'team_invitations',
    'identities',
    'passkeys',
    'recovery_codes',
  ],
  ...[
    'group_members',
    'clients',
    'identity_providers',
    'provisioning_credentials',
    'agent_clients',
    'service_accounts',
    'signing_keys',
  ],
]

/** Counters and dates, whose change needs no entry. */
const counters = ['updated_at', 'version', 'version_at', 'revocations', 'position']

export class WrittenTables {
  readonly #lines = new Map<string, Set<string>>()

  /** Reads the time of the database before a call, to select the entries of this call. */
  async begin({ rows }: Database): Promise<Date> {
    const [row] = await rows<{ now: Date }>(sql`SELECT clock_timestamp() AS now`)
    return row?.now ?? new Date()
  }

  async note(
    database: Database,
    since: Date,
    operation: string,
    changes: readonly RowChange[],
  ): Promise<void> {
    const entries = await database.rows<{ text: string }>(sql`
      SELECT DISTINCT action || ' of ' || target_type AS text FROM audit_entries WHERE at >= ${since}::timestamptz ORDER BY 1`)
    for (const change of changes.filter(({ table }) => audited.includes(table))) {
      const statement = statementOf(change)
      if (!statement) continue
      const lines = this.#lines.get(change.table) ?? new Set()
      lines.add(
        `  ${statement} by ${operation} → ${entries.map(({ text }) => text).join(', ') || 'no entry'}`,
      )
      this.#lines.set(change.table, lines)
    }
  }

  print(): string {
    return [...this.#lines]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([table, lines]) => [table, ...[...lines].toSorted()].join('\n'))
      .join('\n\n')
  }
}

function statementOf(change: RowChange): 'INSERT' | 'UPDATE' | 'DELETE' | null {
  if (!change.before) return 'INSERT'
  if (!change.after) return 'DELETE'
  return changedColumns(change).some((column) => !counters.includes(column)) ? 'UPDATE' : null
}
