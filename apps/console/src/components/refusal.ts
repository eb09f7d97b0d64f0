import type { CanFlag, Project } from '@signet/contracts'
import { t } from '../texts/index.ts'

/** Returns the reason for which the caller may not change a project, or null. A scheduled project can still be read. */
export function refusalFor(
  project: Pick<Project, 'can' | 'blockers' | 'deletion'>,
  flag: CanFlag,
): string | null {
  if (project.deletion) return t.denials.scheduled
  return refusalOfRight(project, flag)
}

/** Returns the reason for operations that a scheduled project also allows, or null. */
export function refusalOfRight({ can, blockers }: Pick<Project, 'can' | 'blockers'>, flag: CanFlag) {
  if (can[flag]) return null
  const { accounts, dependents } = blockers
  if (flag === 'delete' && accounts) return t.denials.heldAccounts(accounts)
  if (flag === 'changeAddress' && dependents) return t.denials.addressDependents(dependents)
  return t.denials.byRight[flag]
}
