import { roles } from './roles.ts'

export interface Table {
  readonly name: string
  /** True for a table with a `project_id` that is not shared by all projects. */
  readonly tenant: boolean
  readonly secured: boolean
}

/** Tables with a `project_id` that are shared by all projects; rules of the instance decide who may read their rows. */
export const aboveProjects: readonly string[] = [
  // Read by every call, before its project is known.
  'team_members',
  'team_limited_members',
  'console_sessions',
  // Read before a project with the address is known.
  'address_tombstones',
  // Teams and rights decide which entries a caller may read.
  'audit_entries',
]

/** Value: the column that names the key set of a project or of the instance. */
export const keySetColumns: Readonly<Record<string, string>> = { key_sets: 'id', signing_keys: 'key_set_id' }

/** A trigger enforces it too. */
export const appendOnly: readonly string[] = ['audit_entries']

/** Read in addition to the artifacts (`oidc_…`). */
export const readByTokenPath: readonly string[] = [
  'accounts',
  'group_members',
  'groups',
  'instance',
  'projects',
]

/** Decide whether a sign-in through a link or a passkey is still allowed; the token path cannot read a provider's secrets. */
export const checkedByTokenPath: readonly string[] = [
  '(project_id, id, enabled, protocol, catalogue_id, issuer, tenant) ON identity_providers',
  '(project_id, account_id, provider_id, issuer, subject, linked_at) ON identities',
  '(project_id, account_id, id) ON passkeys',
]

/** Events, successful sign-in attempts, and upstream sessions, written together with artifacts. */
export const writtenByTokenPath: readonly string[] = ['outbox', 'throttles', 'upstream_sessions']

/** Locked to serialize with the revocation of an account; PostgreSQL requires UPDATE for it. */
export const lockedByTokenPath = 'accounts'

/** Used by rules of a project. The view runs with its owner's privileges. */
export const administratorsView = `CREATE VIEW administrators AS
  SELECT a.id, a.email FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id`

const currentProject = `current_setting('signet.project', true)`

/**
 * The service role sees one project, the two other roles see every project. Without a project, a statement finds and writes no row. A
 * service also reads and writes the key set of the instance, which signs for projects at the root address; the operations decide which
 * administrator may change it.
 */
export function policiesOf(table: string): readonly string[] {
  const keySet = keySetColumns[table]
  const visible = keySet ? `${keySet} IN (${currentProject}, 'instance')` : `project_id = ${currentProject}`
  return [
    `CREATE POLICY of_project ON ${table} TO ${roles.service} USING (${visible})`,
    `CREATE POLICY of_instance ON ${table} TO ${roles.instance}, ${roles.token} USING (true)`,
  ]
}
