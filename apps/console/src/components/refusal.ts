import type { CanFlag, Project } from '@signet/contracts'

const denials: Record<CanFlag, string> = {
  read: 'You may not read this project.',
  manageUsers: "Only members of the project's team manage its users.",
  edit: "Only members of the project's team change its applications and APIs.",
  editSettings: "Only members of the project's team change its settings.",
  readActivity: "Only members of the project's team read its activity.",
  changeAddress: 'You may not change the address of this project.',
  move: "Only owners of the project's team give it to another team.",
  delete: "Only owners of the project's team delete it.",
}

/** Why the caller may not change something of a project, or null. Reading a scheduled project stays possible. */
export function refusalFor(
  project: Pick<Project, 'can' | 'blockers' | 'deletion'>,
  flag: CanFlag,
): string | null {
  if (project.deletion) return 'The project is scheduled for deletion; restore it first.'
  if (project.can[flag]) return null
  const { accounts, dependents } = project.blockers
  if (flag === 'delete' && accounts)
    return `The project holds ${accounts} accounts; only an owner of its team may delete it.`
  if (flag === 'changeAddress' && dependents)
    return `${dependents} applications, providers or connections depend on the address.`
  return denials[flag]
}
