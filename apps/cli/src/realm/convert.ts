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
  /** Used for a realm whose policy has no host of passkeys. */
  readonly rpId?: string | undefined
}

/** Placeholders: no realm has hashes of Firebase. */
const firebase = { saltSeparator: '', rounds: 8, memoryCost: 14 }

/** Reports a finding for each fact that has no counterpart or needs an action. */
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
