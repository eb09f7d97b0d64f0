import type { MemberRole } from './team-roles.ts'

/** Flags of a project's `can` object for the caller; an operation with a false flag is rejected. */
export const canFlags = [
  'read',
  'supportUsers',
  'manageUsers',
  'edit',
  'editSettings',
  'readActivity',
  'changeAddress',
  'move',
  'delete',
] as const
export type CanFlag = (typeof canFlags)[number]

/** `viewer` admits every membership, `owner` only owners. */
type LeastRole = Extract<MemberRole, 'viewer' | 'owner'>

/**
 * `project` operations name their project in the path and require one `can` flag; `team` operations name their team and the lowest
 * role. Rules that depend on the body or on stored state are in the handler (`prepare`).
 */
export type Access =
  | { readonly to: 'public' }
  | { readonly to: 'signed_in' }
  | { readonly to: 'super_administrator' }
  /** A service account, for its own credentials. */
  | { readonly to: 'service_account' }
  | { readonly to: 'team'; readonly role: LeastRole }
  | {
      readonly to: 'project'
      readonly can: CanFlag
      /** A destroyed project may also be read, by its last team and by super administrators. */
      readonly evenDestroyed?: true
    }

type To<K extends Access['to']> = Extract<Access, { to: K }>

export const anyone: To<'public'> = { to: 'public' }
export const signedIn: To<'signed_in'> = { to: 'signed_in' }
export const serviceAccount: To<'service_account'> = { to: 'service_account' }
export const superAdministrator: To<'super_administrator'> = { to: 'super_administrator' }
export const team = (role: LeastRole): To<'team'> => ({ to: 'team', role })
export const project = (can: CanFlag): To<'project'> => ({ to: 'project', can })
export const projectEvenDestroyed = (can: CanFlag): To<'project'> & { readonly evenDestroyed: true } => ({
  to: 'project',
  can,
  evenDestroyed: true,
})
