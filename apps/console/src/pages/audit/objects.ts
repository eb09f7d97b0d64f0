import type { SearchKind, SearchResult } from '@signet/contracts'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { useSearchResults } from '../../api/search-results.ts'
import { t } from '../../texts/index.ts'

export interface ObjectChoice {
  readonly value: string
  readonly name: string
  /** Kind and project of the object. */
  readonly note: string
}

const kindTitles: Partial<Record<SearchKind, () => string>> = {
  project: () => t.nav.project,
  team: () => t.teams.title,
  application: () => t.nav.application,
  user: () => t.nav.user,
  group: () => t.nav.group,
  api: () => t.nav.resource,
  connection: () => t.nav.directory,
}

function choiceOf({ kind, name, project }: SearchResult, value: string): ObjectChoice {
  const note = [kindTitles[kind]?.() ?? '', project?.name ?? ''].filter(Boolean).join(' · ')
  return { value, name, note }
}

export const useTargets = (typed: string): readonly ObjectChoice[] =>
  useSearchResults(typed)
    .filter(({ kind }) => kind in kindTitles)
    .map((result) => choiceOf(result, result.id))

const actorForms: Partial<Record<SearchKind, (id: string, projectId: string) => string>> = {
  user: (id, projectId) => `enduser:${projectId}:${id}`,
  application: (id, projectId) => `client:${projectId}:${id}`,
  connection: (id) => `connection:${id}`,
}

/** Finds administrators, whom only a super administrator can list, and objects that make changes. */
export function useActors(typed: string): readonly ObjectChoice[] {
  const { superAdministrator } = useOperation('whoami', {})
  const q = typed.trim()
  const isAsked = superAdministrator && q.length > 1
  const found = useOperationPage('admin_list', { count: 6, ...(q ? { q } : {}) }, isAsked)
  const administrators = isAsked ? (found.data?.administrators ?? []) : []
  const ids = new Set<string>(administrators.map(({ id }) => id))
  const others = useSearchResults(typed).flatMap((result) => {
    const form = actorForms[result.kind]
    return form && !ids.has(result.id) ? [choiceOf(result, form(result.id, result.project?.id ?? ''))] : []
  })
  return [
    ...administrators.map(({ id, email }) => ({ value: id, name: email, note: t.shell.administrator })),
    ...others,
  ]
}
