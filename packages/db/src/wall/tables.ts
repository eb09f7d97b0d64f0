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

/** Of an identity provider it checks that there is one, and sees nothing of it. */
export const checkedByTokenPath = '(project_id, id) ON identity_providers'

/** What it writes together with artifacts: events about them, that an attempt to sign in succeeded, and through whom. */
export const writtenByTokenPath: readonly string[] = ['outbox', 'throttles', 'upstream_sessions']

/** Rows the token path locks, so that whoever ends an account waits or is waited for; PostgreSQL asks for UPDATE. */
export const lockedByTokenPath = 'accounts'

/** What rules inside any project may know of the instance's administrators; a view sees with its owner's eyes. */
export const administratorsView = `CREATE VIEW administrators AS
  SELECT a.id, a.email FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id`

/**
 * Row-level security of a tenant table: for services one project, every one for the two other roles. Where no project is
 * named, a statement finds no row and may write none.
 */
export const policiesOf = (table: string): readonly string[] => [
  `CREATE POLICY of_project ON ${table} TO ${roles.service}
    USING (project_id = current_setting('signet.project', true))`,
  `CREATE POLICY of_instance ON ${table} TO ${roles.instance}, ${roles.token} USING (true)`,
]
