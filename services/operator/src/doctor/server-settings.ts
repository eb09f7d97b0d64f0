import { type Executor, sql } from '@signet/db'
import { type Finding, good, warning, wrong } from './finding.ts'

interface Requirement {
  readonly name: string
  readonly value: string
  /** The consequence of any other value. */
  readonly consequence: string
}

const requirements: readonly Requirement[] = [
  {
    name: 'fsync',
    value: 'on',
    consequence: 'a crash of the machine can destroy the database',
  },
  {
    name: 'full_page_writes',
    value: 'on',
    consequence: 'a crash of the machine can destroy the database',
  },
  {
    name: 'synchronous_commit',
    value: 'on',
    consequence: 'a crash loses acknowledged changes',
  },
  {
    name: 'session_replication_role',
    value: 'origin',
    consequence: 'triggers and foreign keys are not executed',
  },
  {
    name: 'default_transaction_isolation',
    value: 'read committed',
    consequence: 'concurrent requests fail',
  },
]

/** Values that also keep acknowledged changes. */
const stronger = new Set([
  'synchronous_commit=remote_write',
  'synchronous_commit=remote_apply',
  'synchronous_commit=local',
])

/** Settings whose values lose data only together with the machine: a test machine may have them. */
const onlyInProduction = new Set(['fsync', 'full_page_writes', 'synchronous_commit'])

/** Committed changes can be lost or are not checked without these settings. */
export async function examineServerSettings(
  executor: Executor,
  isProduction: boolean,
): Promise<readonly Finding[]> {
  const [row] = await executor.rows<{ values: Record<string, string> }>(sql`
    SELECT jsonb_object_agg(name, current_setting(name)) AS values
    FROM unnest(${requirements.map(({ name }) => name)}::text[]) AS name`)
  const findings = requirements.flatMap(({ name, value, consequence }) => {
    const found = row?.values[name]
    if (found === value || stronger.has(`${name}=${found}`)) return []
    const report = onlyInProduction.has(name) && !isProduction ? warning : wrong
    return [
      report(
        'PostgreSQL settings',
        `${name} is ${found}: ${consequence}`,
        `Set ${name} to ${value}; ALTER DATABASE and ALTER ROLE can also set it.`,
      ),
    ]
  })
  return findings.length > 0 ? findings : [good('PostgreSQL settings', 'keep acknowledged changes')]
}
