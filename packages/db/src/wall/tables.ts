import { roles } from './roles.ts'

export interface Table {
  readonly name: string
  /** The table has a project's id and is not shared by all projects. */
  readonly tenant: boolean
  readonly secured: boolean
}

/** Tables with a `project_id` that are shared by all projects; rules of the instance decide who may read their rows. */
export const aboveProjects: readonly string[] = [
  // Administrators and their teams: read by every call, before its project is known.
  'team_members',
  'team_limited_members',
  'console_sessions',
  // Former addresses: read before a project with the address is known.
  'address_tombstones',
  // One log for the instance; teams and rights decide which entries a caller may read.
  'audit_entries',
]

/** Tables whose rows belong to the key set of a project or of the instance, and the column that names it. */
export const keySetColumns: Readonly<Record<string, string>> = { key_sets: 'id', signing_keys: 'key_set_id' }

/** Rows are never changed or deleted, which a trigger enforces too. */
export const appendOnly: readonly string[] = ['audit_entries']

/** Tables that the token path reads in addition to the artifacts (`oidc_…`). */
export const readByTokenPath: readonly string[] = [
  'accounts',
  'group_members',
  'groups',
  'instance',
  'projects',
]

/**
 * Columns that decide whether a sign-in through a link or a passkey is still allowed; the token path cannot read a provider's
 * secrets.
 */
export const checkedByTokenPath: readonly string[] = [
  '(project_id, id, enabled, protocol, catalogue_id, issuer, tenant) ON identity_providers',
  '(project_id, account_id, provider_id, issuer, subject, linked_at) ON identities',
  '(project_id, account_id, id) ON passkeys',
]

/** Tables written together with artifacts: events, successful sign-in attempts, and upstream sessions. */
export const writtenByTokenPath: readonly string[] = ['outbox', 'throttles', 'upstream_sessions']

/** Rows that the token path locks to serialize with the revocation of an account; PostgreSQL requires UPDATE for it. */
export const lockedByTokenPath = 'accounts'

/** The administrators' data that rules of a project may read. The view runs with its owner's privileges. */
export const administratorsView = `CREATE VIEW administrators AS
  SELECT a.id, a.email FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id`

const currentProject = `current_setting('signet.project', true)`

/**
 * Returns the row-level security policies of a tenant table: the service role sees one project, the two other roles see
 * every project. Without a project, a statement finds and writes no row. A service also reads and writes the key set of
 * the instance, which signs for projects at the root address; the operations decide which administrator may change it.
 */
export function policiesOf(table: string): readonly string[] {
  const keySet = keySetColumns[table]
  const visible = keySet ? `${keySet} IN (${currentProject}, 'instance')` : `project_id = ${currentProject}`
  return [
    `CREATE POLICY of_project ON ${table} TO ${roles.service} USING (${visible})`,
    `CREATE POLICY of_instance ON ${table} TO ${roles.instance}, ${roles.token} USING (true)`,
  ]
}
