import { createContext, useContext } from 'react'
import { t } from '../texts/index.ts'
import { Notice } from '../ui/notice.tsx'

export const ManagedByTool = createContext<string | undefined>(undefined)

/** Announces before a change that the tool may overwrite it, or create a deleted object again. */
export function ManagedNotice({ isDeletion = false }: { isDeletion?: boolean }) {
  const tool = useContext(ManagedByTool)
  return tool === undefined ? null : (
    <Notice title={t.labels.managedBy(tool)}>{isDeletion ? t.labels.recreates : t.labels.overwrites}</Notice>
  )
}
