import type { AuditEntry } from '@signet/contracts'
import { Disclosure, DisclosurePanel } from 'react-aria-components'
import type { AuditSearch } from '../../searches.ts'
import { Entry } from './entry.tsx'
import { EntryHead } from './entry-head.tsx'
import type { Names } from './entry-texts.ts'
import { type Fold, foldEntries, foldTexts } from './fold.ts'

interface EntriesProps {
  readonly entries: readonly AuditEntry[]
  readonly names: Names
  readonly search: AuditSearch
  /** Folds after this number are omitted. */
  readonly most?: number
}

/** Shows consecutive entries of the same kind in one row, which opens the single rows. */
export const Entries = ({ entries, names, search, most }: EntriesProps) =>
  foldEntries(entries)
    .slice(0, most)
    .map((fold) => {
      const [entry] = fold
      if (fold.length === 1) return <Entry key={entry.id} entry={entry} names={names} search={search} />
      return (
        <Disclosure key={entry.id} className="group/fold border-b border-line last:border-b-0">
          <EntryHead
            entry={entry}
            isOwn={search.actor !== undefined}
            chevron="group-data-expanded/fold:rotate-90"
          >
            <FoldText fold={fold} names={names} />
          </EntryHead>
          <DisclosurePanel className="border-line bg-sunken/50 group-data-expanded/fold:border-t">
            {fold.map((one) => (
              <Entry key={one.id} entry={one} names={names} search={search} isFolded />
            ))}
          </DisclosurePanel>
        </Disclosure>
      )
    })

export function FoldText({ fold, names }: { readonly fold: Fold; readonly names: Names }) {
  const { before, target, after } = foldTexts(fold, names)
  return (
    <>
      <span className="font-normal">{before}</span>
      <span className="font-medium">{target}</span>
      <span className="font-normal">{after}</span>
    </>
  )
}
