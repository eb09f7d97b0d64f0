import type { Answer } from './client.ts'
import { useOperationPage } from './operation.ts'

type ProjectRow = Answer<'project_list'>['projects'][number]

/** Projects that the server finds by the text, as many as one looks through. */
export function useProjectSearch(q: string): readonly ProjectRow[] {
  const text = q.trim()
  const { data } = useOperationPage('project_list', { count: 20, sort: 'name', ...(text ? { q: text } : {}) })
  return data?.projects ?? []
}
