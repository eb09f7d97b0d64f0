import { limits } from '@signet/contracts'
import { useQueries } from '@tanstack/react-query'
import type { Answer } from './client.ts'
import { operationQuery, useOperationPage } from './operation.ts'

export type FoundProject = Answer<'project_list'>['projects'][number]

const longest = 20

export function useProjectSearch(q: string): readonly FoundProject[] {
  const text = q.trim().slice(0, limits.listPage.queryCharacters)
  const asked = { count: longest, sort: 'name', ...(text ? { q: text } : {}) } as const
  return useOperationPage('project_list', asked).data?.projects ?? []
}

/** Omits projects that can no longer be read. */
export function useProjectNames(
  things: readonly { readonly projectId: string | null }[],
): ReadonlyMap<string, string> {
  const unique = [...new Set(things.flatMap(({ projectId }) => projectId ?? []))]
  return useQueries({
    queries: unique.map((projectId) => ({
      ...operationQuery('project_get', { projectId }),
      retry: false,
      staleTime: 60_000,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : []))),
  })
}
