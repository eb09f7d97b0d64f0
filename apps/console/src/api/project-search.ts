import { useQuery } from '@tanstack/react-query'
import type { Answer } from './client.ts'
import { operationQuery } from './operation.ts'

type ProjectRow = Answer<'project_list'>['projects'][number]

const longest = 20

/** Projects whose name or address has the text, as many as one looks through. */
export function useProjectSearch(q: string): readonly ProjectRow[] {
  const all = useQuery(operationQuery('project_list', {})).data?.projects ?? []
  const text = q.trim().toLowerCase()
  return all
    .filter(({ name, id, slug }) =>
      [name, id, slug ?? ''].some((value) => value.toLowerCase().includes(text)),
    )
    .slice(0, longest)
}
