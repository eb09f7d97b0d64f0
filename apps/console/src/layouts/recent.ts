import { useEffect } from 'react'
import { useOperation } from '../api/operation.ts'

/** `path` is relative to the base. */
export interface RecentObject {
  readonly path: string
  readonly name: string
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
  useEffect(() => {
    const others = read(owner).filter((each) => each.path !== path)
    const objects = [{ path, name }, ...others].slice(0, most)
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, objects } satisfies Stored))
  }, [owner, path, name])
}

export const recentObjects = read
