import { roles } from './wall/roles.ts'

/**
 * What statements may reach, as a setting that row-level security reads (the policies are in `wall/`). It ends with
 * the transaction, so a connection goes back to its pool reaching nothing.
 */
export interface Scope {
  readonly setting: 'signet.project' | 'role'
  readonly value: string
}

/** The rows of one project. */
export const ofProject = (projectId: string): Scope => ({ setting: 'signet.project', value: projectId })

/** The rows of every project: the transaction acts under another role. */
export const ofInstance: Scope = { setting: 'role', value: roles.instance }

/** Back to what a transaction of one project reaches. */
export const ofService: Scope = { setting: 'role', value: roles.service }
