import type { Operations, PreviewOf } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { lossOf, readSignInAccess, withoutFederation } from '@signet/federation'
import { loadSettings } from '@signet/tenancy'

type Preview = PreviewOf<Operations['settings_update']>

const federationKey = 'federation.enabled'

/** Null when no user loses the last sign-in method. */
export async function previewSignIn(
  executor: Executor,
  input: Readonly<Record<string, unknown>>,
): Promise<Preview | null> {
  const settings = await loadSettings(executor)
  if (input[federationKey] !== false || !settings[federationKey]) return null
  const losses = (await readSignInAccess(executor, settings, sql`true`)).map((access) => ({
    ofAdministrators: access.ofAdministrators,
    ...lossOf(access, withoutFederation(access.methods)),
  }))
  const tenants = losses.filter(({ ofAdministrators, users }) => !ofAdministrators && users > 0)
  const expect = {
    projects: tenants.length,
    users: sumOfUsers(tenants),
    administrators: sumOfUsers(losses.filter(({ ofAdministrators }) => ofAdministrators)),
  }
  if (expect.projects === 0 && expect.administrators === 0) return null
  const closed = tenants.filter(({ losesEveryMethod }) => losesEveryMethod).length
  return {
    consequences: federationConsequences(expect, closed),
    expect,
    changes: [{ field: federationKey, from: true, to: false }],
  }
}

const sumOfUsers = (losses: readonly { readonly users: number }[]): number =>
  losses.reduce((sum, { users }) => sum + users, 0)

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`

const federationConsequences = (
  { projects, users, administrators }: Preview['expect'],
  closed: number,
): string[] => [
  ...(projects > 0
    ? [
        `${counted(users, 'user', 'users')} of ${counted(projects, 'project', 'projects')} cannot sign in any more: an identity provider is the only sign-in method of each.`,
      ]
    : []),
  ...(closed > 0 ? [`${counted(closed, 'project has', 'projects have')} no sign-in method left.`] : []),
  ...(administrators > 0
    ? [
        `${counted(administrators, 'administrator', 'administrators')} cannot sign in to the console any more.`,
      ]
    : []),
]
