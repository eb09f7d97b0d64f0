import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import {
  countSuperAdministrators,
  isSignInMethod,
  ofAdministrators,
  readSignInAccess,
  withoutPasswords,
} from '@signet/federation'
import { loadSettings } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import {
  administratorListing,
  findAdministrator,
  readAdministrators,
  toAdministrator,
} from './administrator-store.ts'

export const admin_list = implementRead(operations.admin_list, async ({ deps: { database } }, input) => {
  const read = (ids?: readonly string[]) => readAdministrators(database, ids)
  const { rows, page } = await readList(operations.admin_list, database, administratorListing, input, read)
  return { administrators: rows.map(toAdministrator), ...page }
})

export const admin_get = implementRead(operations.admin_get, async ({ deps }, { adminId }) =>
  toAdministrator(await findAdministrator(deps.database, adminId)),
)

type Person = AnswerOf<Operations['admin_sign_in_readiness_get']>['withoutProvider'][number]

/** Accounts `a` of the administrators' project `home` that sign in with a password and have no second factor. */
const signsInByPasswordOnly = sql`(a.password_hash IS NOT NULL AND home.password_login AND a.totp_enrolled_at IS NULL
  AND NOT EXISTS (SELECT FROM passkeys k WHERE k.project_id = a.project_id AND k.account_id = a.id))`

export const admin_sign_in_readiness_get = implementRead(
  operations.admin_sign_in_readiness_get,
  async ({ deps }) => {
    const settings = await loadSettings(deps.database)
    const [access] = await readSignInAccess(deps.database, settings, ofAdministrators)
    const people = await deps.database.rows<Person & { linked: boolean; passwordOnly: boolean }>(sql`
      SELECT a.id, COALESCE(a.email, '') AS email,
        EXISTS (SELECT 1 FROM team_members s WHERE s.team_id = i.super_team_id AND s.account_id = a.id) AS "superAdministrator",
        EXISTS (SELECT 1 FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
          WHERE d.project_id = a.project_id AND d.account_id = a.id AND ${isSignInMethod(settings)}) AS linked,
        ${signsInByPasswordOnly} AS "passwordOnly"
      FROM instance i JOIN projects home ON home.id = i.administrators_project_id
      JOIN accounts a ON a.project_id = home.id WHERE a.active AND a.locked_at IS NULL ORDER BY a.email_key`)
    return {
      passwordLogin: access?.methods.passwordLogin ?? true,
      superAdministratorsThroughProvider: access
        ? countSuperAdministrators({ ...access, methods: withoutPasswords(access.methods) })
        : 0,
      withoutProvider: people
        .filter(({ linked }) => !linked)
        .map(({ id, email, superAdministrator }) => ({ id, email, superAdministrator })),
      withoutSecondFactor: people
        .filter(({ superAdministrator, passwordOnly }) => superAdministrator && passwordOnly)
        .map(({ id, email }) => ({ id, email })),
    }
  },
)
