import type { Report } from './export.ts'
import type { RealmGroups } from './roles.ts'

export interface ProviderSources {
  readonly groups: RealmGroups
  readonly env: NodeJS.ProcessEnv
  readonly report: Report
}
