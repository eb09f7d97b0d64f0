import type { StoredSettings } from '@signet/contracts'
import { type Executor, RowMissing, raw, type Sql, sql } from '@signet/db'
import { arePasskeysOn, hasPasskey, type PasskeyRule } from './passkeys.ts'
import { isFederationOn, opensWhileOn } from './sign-in-methods.ts'

/** Active, unlocked accounts that have the same credentials. */
export interface AccountGroup {
  readonly hasPassword: boolean
  /** The passkey works at the address of the project. */
  readonly hasPasskey: boolean
  /** Enabled providers; usable while federation is on. */
  readonly links: readonly string[]
  readonly users: number
  readonly superAdministrators: number
}

export interface SignInMethods {
  readonly passwordLogin: boolean
  readonly passkeys: PasskeyRule
  readonly federation: boolean
  readonly providers: readonly string[]
  /** Existing links become invalid, because the provider's issuer changes. */
  readonly unlinked?: string
}

export interface ProjectAccess {
  readonly projectId: string
  readonly name: string
  readonly ofAdministrators: boolean
  readonly methods: SignInMethods
  readonly groups: readonly AccountGroup[]
}

export interface SignInLoss {
  readonly users: number
  /** No sign-in method after the change, and one before, in a project with users. */
  readonly losesEveryMethod: boolean
  /** No super administrator can sign in after the change, and one could before. */
  readonly locksOutAdministrators: boolean
}

type Settings = Pick<StoredSettings, 'federation.enabled'>
type Row = Omit<ProjectAccess, 'methods'> & Pick<SignInMethods, 'passwordLogin' | 'passkeys' | 'providers'>

/**
 * Projects `j`. Deactivated and locked accounts are not counted. Accounts of a project scheduled for deletion are counted, because a
 * restore returns their sign-in.
 */
export async function readSignInAccess(
  executor: Executor,
  settings: Settings,
  projects: Sql,
): Promise<ProjectAccess[]> {
  const federation = isFederationOn(settings)
  const rows = await executor.rows<Row>(sql`
    SELECT j.id AS "projectId", j.name, j.reserved IS NOT NULL AS "ofAdministrators", j.password_login AS "passwordLogin", j.passkeys,
      ARRAY(SELECT p.id FROM identity_providers p WHERE p.project_id = j.id AND p.enabled ORDER BY p.position, p.id) AS providers,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('hasPassword', g.has_password, 'hasPasskey', g.has_passkey, 'links', g.links, 'users', g.users,
          'superAdministrators', g.super_administrators)) FROM (
        SELECT c.has_password, c.has_passkey, c.links, count(*)::int AS users, count(*) FILTER (WHERE c.is_super)::int AS super_administrators
        FROM (SELECT a.password_hash IS NOT NULL AS has_password, ${raw(hasPasskey)} AS has_passkey,
            ARRAY(SELECT DISTINCT d.provider_id FROM identities d
              JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
              WHERE d.project_id = a.project_id AND d.account_id = a.id AND ${raw(opensWhileOn)} ORDER BY 1) AS links,
            EXISTS (SELECT 1 FROM instance i JOIN team_members m ON m.team_id = i.super_team_id
              WHERE i.administrators_project_id = a.project_id AND m.account_id = a.id) AS is_super
          FROM accounts a WHERE a.project_id = j.id AND a.active AND a.locked_at IS NULL) c
        GROUP BY c.has_password, c.has_passkey, c.links) g), '[]'::jsonb) AS groups
    FROM projects j WHERE ${projects} ORDER BY lower(j.name), j.id`)
  return rows.map(({ passwordLogin, passkeys, providers, ...row }) => ({
    ...row,
    methods: { passwordLogin, passkeys, federation, providers },
  }))
}

/** Users of this project sign in to the console. */
export const ofAdministrators: Sql = sql`j.reserved IS NOT NULL`

/** Counts credentials of the accounts' own only. */
const canSignIn = (
  { hasPassword, hasPasskey: hasKey, links }: AccountGroup,
  methods: SignInMethods,
): boolean =>
  (methods.passwordLogin && hasPassword) ||
  (hasKey && arePasskeysOn(methods)) ||
  (methods.federation &&
    links.some((provider) => provider !== methods.unlinked && methods.providers.includes(provider)))

/** True when every user can sign in again. A passkey is no such method: a user who loses it needs another method. */
export const hasMethod = ({ passwordLogin, federation, providers }: SignInMethods): boolean =>
  passwordLogin || (federation && providers.length > 0)

const usersIn = (groups: readonly AccountGroup[]): number => groups.reduce((sum, { users }) => sum + users, 0)

export const countUsers = ({ groups }: ProjectAccess): number => usersIn(groups)

export const countSuperAdministrators = ({
  groups,
  methods,
}: Pick<ProjectAccess, 'groups' | 'methods'>): number =>
  groups.reduce((sum, group) => sum + (canSignIn(group, methods) ? group.superAdministrators : 0), 0)

export const countSignIns = ({ groups, methods }: ProjectAccess): number =>
  usersIn(groups.filter((group) => canSignIn(group, methods)))

export const keepsSignIn = (access: ProjectAccess): boolean =>
  hasMethod(access.methods) || countUsers(access) === 0

/**
 * Counts the users who lose their last sign-in method. An account without a usable credential, such as an invited one, depends on any
 * method of the project.
 */
export function lossOf(access: ProjectAccess, after: SignInMethods): SignInLoss {
  const { groups, methods } = access
  const losesEveryMethod = countUsers(access) > 0 && hasMethod(methods) && !hasMethod(after)
  const lost = groups.filter((group) =>
    canSignIn(group, methods) ? !canSignIn(group, after) : losesEveryMethod,
  )
  return {
    users: usersIn(lost),
    losesEveryMethod,
    locksOutAdministrators:
      countSuperAdministrators(access) > 0 && countSuperAdministrators({ groups, methods: after }) === 0,
  }
}

/** True when the users of the project, or the super administrators, could not sign in without the provider. */
export function isLastMethod(access: ProjectAccess, providerId: string): boolean {
  const { losesEveryMethod, locksOutAdministrators } = lossOf(
    access,
    withoutProvider(access.methods, providerId),
  )
  return losesEveryMethod || locksOutAdministrators
}

export const withoutPasswords = (methods: SignInMethods): SignInMethods => ({
  ...methods,
  passwordLogin: false,
})

export const withPasskeys = (methods: SignInMethods, passkeys: PasskeyRule): SignInMethods => ({
  ...methods,
  passkeys,
})

export const withoutFederation = (methods: SignInMethods): SignInMethods => ({
  ...methods,
  federation: false,
})

/** Models a provider that is disabled, deleted, or has rejected credentials. */
export const withoutProvider = (methods: SignInMethods, providerId: string): SignInMethods => ({
  ...methods,
  providers: methods.providers.filter((id) => id !== providerId),
})

/** All links to the provider are invalid, because its issuer changed. */
export const withoutLinks = (methods: SignInMethods, providerId: string): SignInMethods => ({
  ...methods,
  unlinked: providerId,
})

export async function readProjectAccess(
  executor: Executor,
  settings: Settings,
  projectId: string,
): Promise<ProjectAccess> {
  const [found] = await readSignInAccess(executor, settings, sql`j.id = ${projectId}`)
  if (!found) throw new RowMissing('projects')
  return found
}
