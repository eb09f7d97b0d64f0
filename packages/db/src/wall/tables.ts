import { roles } from './roles.ts'

export interface Table {
  readonly name: string
  /** One with a project's id that does not stand above the projects. */
  readonly tenant: boolean
  readonly secured: boolean
}

/**
 * Tables with a `project_id` that are not a project's own: they stand above the projects, and instance-wide rules decide
 * who sees their rows.
 */
export const aboveProjects: readonly string[] = [
  // Who administers, and in which team: asked for by every call, before its project is known.
  'team_members',
  'console_sessions',
  // Addresses that were somebody's, asked for before any project has them.
  'address_tombstones',
  // One log of the whole instance; what a caller may see of it follows from teams and rights.
  'audit_entries',
]

/** Tables whose rows belong to the key set of a project or of the instance, and the column that names it. */
export const keySetColumns: Readonly<Record<string, string>> = { key_sets: 'id', signing_keys: 'key_set_id' }

/** Nobody changes or deletes what is in them; a trigger says so too. */
export const appendOnly: readonly string[] = ['audit_entries']

/** What the token path reads beside the artifacts, which are the tables named `oidc_…`. */
export const readByTokenPath: readonly string[] = [
  'accounts',
  'group_members',
  'groups',
  'instance',
  'projects',
]

/** Columns that tell whether a sign-in through a link may still go on; the token path sees no secret of a provider. */
export const checkedByTokenPath: readonly string[] = [
  '(project_id, id, enabled, catalogue_id, issuer, tenant) ON identity_providers',
  '(project_id, account_id, provider_id, issuer, subject, linked_at) ON identities',
]

/** What it writes together with artifacts: events about them, that an attempt to sign in succeeded, and through whom. */
export const writtenByTokenPath: readonly string[] = ['outbox', 'throttles', 'upstream_sessions']

/** Rows the token path locks, so that whoever ends an account waits or is waited for; PostgreSQL asks for UPDATE. */
export const lockedByTokenPath = 'accounts'

/** What rules inside any project may know of the instance's administrators; a view sees with its owner's eyes. */
export const administratorsView = `CREATE VIEW administrators AS
  SELECT a.id, a.email FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id`

const currentProject = `current_setting('signet.project', true)`

/**
 * Row-level security of a tenant table: services see one project, the two other roles every one. Without a project a
 * statement finds no row and may write none. Of keys, a service also reads and writes the set of the instance, with which
 * projects at the root address sign; which administrator may change it is a rule of the operations.
 */
export function policiesOf(table: string): readonly string[] {
  const keySet = keySetColumns[table]
  const visible = keySet ? `${keySet} IN (${currentProject}, 'instance')` : `project_id = ${currentProject}`
  return [
    `CREATE POLICY of_project ON ${table} TO ${roles.service} USING (${visible})`,
    `CREATE POLICY of_instance ON ${table} TO ${roles.instance}, ${roles.token} USING (true)`,
  ]
}
