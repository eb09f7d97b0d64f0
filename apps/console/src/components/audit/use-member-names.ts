import type { AuditEntry } from '@signet/contracts'
import { useQueries } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import type { Names } from './entry-texts.ts'
import { namedUserIds } from './membership.ts'

const mostRead = 20

/** Adds the current names of the first members in each entry of a group, because entries store no names of users. Limits the reads. */
export function useMemberNames(entries: readonly AuditEntry[], names: Names): Names {
  const projectIds = new Map(
    entries.flatMap((entry) => namedUserIds(entry).map((userId) => [userId, entry.projectId ?? ''] as const)),
  )
  return useQueries({
    queries: [...projectIds].slice(0, mostRead).map(([userId, projectId]) => ({
      ...operationQuery('project_user_get', { projectId, userId }),
      retry: false,
      staleTime: 60_000,
    })),
    combine: (results) =>
      new Map([
        ...names,
        ...results.flatMap(({ data }) =>
          data ? [[data.id, data.email ?? data.username ?? data.id] as const] : [],
        ),
      ]),
  })
}
