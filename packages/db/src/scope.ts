import { roles } from './wall/roles.ts'

/**
 * Reach of statements, as a setting that row-level security reads (`wall/`). The setting ends with the transaction, so a pooled
 * connection has no access to any project.
 */
export interface Scope {
  readonly setting: 'signet.project' | 'role'
  readonly value: string
}

/**
 * Fails with 25001 on a standby, and has no effect on a primary. Part of the first statement of a transaction where the connection does
 * not show which of the two answers.
 */
export const rejectStandby = "set_config('transaction_read_only', 'off', true)"

export const ofProject = (projectId: string): Scope => ({ setting: 'signet.project', value: projectId })

/** Reaches every project: the transaction acts under another role. */
export const ofInstance: Scope = { setting: 'role', value: roles.instance }

/** Restores the role of a transaction of one project. */
export const ofService: Scope = { setting: 'role', value: roles.service }
