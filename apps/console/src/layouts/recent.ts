import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operationQuery, useOperation } from '../api/operation.ts'

/** `path` is relative to the base. */
export interface RecentObject {
  readonly path: string
  readonly name: string
  /** Singular name of the kind, with the name of the project. */
  readonly kind: string
}

interface Stored {
  readonly owner: string
  readonly objects: readonly RecentObject[]
}

/** Stored only for the tab and one administrator, because names can be personal data. */
const storageKey = 'signet.recent'
const most = 6

function read(owner: string): readonly RecentObject[] {
  try {
    const stored: Stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '')
    return stored.owner === owner ? stored.objects : []
  } catch {
    return []
  }
}

export function useRecent(object: RecentObject): void {
  const { id: owner } = useOperation('whoami', {})
  const { path, name } = object
  const project = useProjectName(path)
  const kind = project ? `${object.kind} · ${project}` : object.kind
  useEffect(() => {
    const others = read(owner).filter((each) => each.path !== path)
    const objects = [{ path, name, kind }, ...others].slice(0, most)
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, objects } satisfies Stored))
  }, [owner, path, name, kind])
}

/** Returns the name of the project of a page, which its navigation has read. */
function useProjectName(path: string): string | undefined {
  const projectId = /^\/projects\/([^/]+)\//.exec(path)?.[1] ?? ''
  const project = useQueryClient().getQueryData(operationQuery('project_get', { projectId }).queryKey)
  return project?.displayName ?? project?.name
}

export const recentObjects = read
