import { type ReactNode, useState } from 'react'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import type { Selection } from './selection.ts'

/** Deselects a row that left the list. */
export function useSelection(present: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    ids: new Set(present.filter((id) => chosen.has(id))),
    toggle: (ids, isSelected) =>
      setChosen((now) => {
        const next = new Set(now)
        for (const id of ids) isSelected ? next.add(id) : next.delete(id)
        return next
      }),
    clear: () => setChosen(new Set()),
  }
}

/** Hidden without a selection. */
export const SelectionBar = ({ selection, children }: { selection: Selection; children: ReactNode }) =>
  selection.ids.size > 0 && (
    <section
      aria-label={t.common.actions}
      className="flex flex-wrap items-center gap-2 rounded-lg bg-accent-ground px-3 py-2"
    >
      <span className="mr-auto font-medium">{t.lists.selected(selection.ids.size)}</span>
      {children}
      <Button kind="quiet" size="sm" onPress={selection.clear}>
        {t.lists.clearSelection}
      </Button>
    </section>
  )
