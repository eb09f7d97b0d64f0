import { operations, type SignInAccess } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import {
  countSignIns,
  countSuperAdministrators,
  countUsers,
  hasMethod,
  lossOf,
  ofAdministrators,
  type ProjectAccess,
  readSignInAccess,
  type SignInMethods,
  withoutFederation,
  withoutPasswords,
  withoutProvider,
} from '@signet/federation'
import { loadSettings } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { listableBy } from '../../projects/rights.ts'
import { projectListing } from './read.ts'

export const project_sign_in_access_list = implementRead(
  operations.project_sign_in_access_list,
  async ({ deps: { database }, caller }, input) => {
    const settings = await loadSettings(database)
    const tenants = {
      ...projectListing(caller, {}),
      where: sql`p.reserved IS NULL AND ${listableBy(caller)}`,
    }
    const read = async (ids?: readonly string[]) => {
      const where = ids
        ? sql`j.id = ANY(${ids})`
        : sql`j.id IN (SELECT p.id FROM projects p WHERE ${tenants.where})`
      return described(database, await readSignInAccess(database, settings, where))
    }
    const { rows, page } = await readList(
      operations.project_sign_in_access_list,
      database,
      tenants,
      input,
      read,
    )
    return {
      console: caller.superAdministrator ? await readConsole(database, settings) : null,
      projects: [...rows],
      ...page,
    }
  },
)

async function readConsole(executor: Executor, settings: Parameters<typeof readSignInAccess>[1]) {
  const found = await readSignInAccess(executor, settings, ofAdministrators)
  const [access] = found
  const [row] = await described(executor, found)
  return access && row ? { ...row, superAdministrators: countSuperAdministrators(access) } : null
}

async function described(executor: Executor, accesses: readonly ProjectAccess[]): Promise<SignInAccess[]> {
  const names = await readNames(
    executor,
    accesses.map(({ projectId }) => projectId),
  )
  return accesses.map((access) => ({
    id: access.projectId,
    name: access.name,
    users: countUsers(access),
    canSignIn: countSignIns(access),
    hasMethod: hasMethod(access.methods),
    switches: switchesOf(access, names),
  }))
}

type Names = ReadonlyMap<string, string>
const nameKey = (projectId: string, providerId: string): string => `${projectId} ${providerId}`

async function readNames(executor: Executor, projectIds: readonly string[]): Promise<Names> {
  const rows = await executor.rows<{ projectId: string; id: string; displayName: string }>(sql`
    SELECT project_id AS "projectId", id, display_name AS "displayName" FROM identity_providers
    WHERE enabled AND project_id = ANY(${projectIds})`)
  return new Map(rows.map(({ projectId, id, displayName }) => [nameKey(projectId, id), displayName]))
}

function switchesOf(access: ProjectAccess, names: Names): SignInAccess['switches'] {
  const { methods, projectId } = access
  const effectOf = (after: SignInMethods) => {
    const { users, locksOutAdministrators } = lossOf(access, after)
    return { withoutSignIn: users, leavesNoMethod: !hasMethod(after), locksOutAdministrators }
  }
  const none = { providerId: null, displayName: null }
  const usesFederation = methods.federation && methods.providers.length > 0
  return [
    ...(methods.passwordLogin
      ? [{ kind: 'passwords' as const, ...none, ...effectOf(withoutPasswords(methods)) }]
      : []),
    ...(usesFederation
      ? [{ kind: 'federation' as const, ...none, ...effectOf(withoutFederation(methods)) }]
      : []),
    ...(usesFederation ? methods.providers : []).map((providerId) => ({
      kind: 'provider' as const,
      providerId,
      displayName: names.get(nameKey(projectId, providerId)) ?? providerId,
      ...effectOf(withoutProvider(methods, providerId)),
    })),
  ]
}
