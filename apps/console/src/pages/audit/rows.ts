import type { AuditEntry } from '@signet/contracts'
import { type Fold, foldEntries } from '../../components/audit/fold.ts'

/** An entry, or a fold, which has the actor, the action and the time of its newest entry. */
export interface AuditRow extends AuditEntry {
  readonly fold?: Fold
  readonly isOpen?: boolean
  /** The entry belongs to the open fold above. */
  readonly isFolded?: true
}

/** Returns a row for each fold, and the entries of an open fold below it. The fold of the entry in the side view is open. */
export const rowsOf = (
  entries: readonly AuditEntry[],
  open: ReadonlySet<string>,
  peek: string | undefined,
): readonly AuditRow[] =>
  foldEntries(entries).flatMap((fold): AuditRow[] => {
    const [entry] = fold
    if (fold.length === 1) return [entry]
    const id = `fold-${entry.id}`
    const isOpen = open.has(id) || fold.some((one) => one.id === peek)
    const head: AuditRow = { ...entry, id, targetId: null, detail: {}, fold, isOpen }
    return [head, ...(isOpen ? fold.map((one): AuditRow => ({ ...one, isFolded: true })) : [])]
  })
