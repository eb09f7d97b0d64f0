import { mapKeycloak } from '../users/keycloak.ts'
import type { MappedUser, Values } from '../users/mapped.ts'
import { convertClients } from './clients.ts'
import type { Entries, Finding, Report } from './export.ts'
import { convertProviders } from './providers.ts'
import { convertGroups } from './roles.ts'
import { convertScopes, reportScopeMappings } from './scopes.ts'
import { convertSettings } from './settings.ts'

export interface ConvertedRealm {
  readonly project: Record<string, unknown>
  readonly sections: Readonly<Record<'groups' | 'apis' | 'providers' | 'applications', Entries>>
  readonly users: readonly MappedUser[]
  readonly findings: readonly Finding[]
}

interface Options {
  readonly env: NodeJS.ProcessEnv
  /** Host of the passkeys, for a realm whose policy has none. */
  readonly rpId?: string | undefined
}

/** Parameters of hashes of Firebase, which no realm has. */
const firebase = { saltSeparator: '', rounds: 8, memoryCost: 14 }

/** Converts a realm export, with a finding for each fact that has no counterpart or needs an action. */
export function convertRealm(realm: Values, { env, rpId }: Options): ConvertedRealm {
  const findings: Finding[] = []
  const report: Report = (path, reason) => {
    if (!findings.some((one) => one.path === path && one.reason === reason)) findings.push({ path, reason })
  }
  const project = convertSettings(realm, report)
  const groups = convertGroups(realm, report)
  const scopes = convertScopes(realm, report)
  reportScopeMappings(realm, report)
  const { entries: providers, links } = convertProviders(realm, { groups, env, report })
  const applications = convertClients(realm, scopes, report)
  const users = mapKeycloak(realm, { firebase, rpId, links }, (user) => groups.ofUser(user))
  const named = Object.fromEntries(groups.names.map((name) => [name, {}]))
  return { project, sections: { groups: named, apis: scopes.apis, providers, applications }, users, findings }
}
