import type { CanFlag, Project } from '@signet/contracts'
import { plural } from '../texts/format.ts'
import { t } from '../texts/index.ts'

/** Why the caller may not change something of a project, or null. Reading a scheduled project stays possible. */
export function refusalFor(
  project: Pick<Project, 'can' | 'blockers' | 'deletion'>,
  flag: CanFlag,
): string | null {
  if (project.deletion) return t.problems.scheduled
  return refusalOfRight(project, flag)
}

/** The same for what is possible in a scheduled project too. */
export function refusalOfRight({ can, blockers }: Pick<Project, 'can' | 'blockers'>, flag: CanFlag) {
  if (can[flag]) return null
  const { accounts, dependents } = blockers
  if (flag === 'delete' && accounts) return plural(t.problems.heldAccounts, accounts)
  if (flag === 'changeAddress' && dependents) return plural(t.problems.addressDependents, dependents)
  return t.problems.denials[flag]
}
