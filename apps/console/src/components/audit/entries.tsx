import type { AuditEntry } from '@signet/contracts'
import { Disclosure, DisclosurePanel } from 'react-aria-components'
import type { AuditSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { changedFields } from './changed-fields.ts'
import { Entry } from './entry.tsx'
import { EntryHead } from './entry-head.tsx'
import { ActionText } from './entry-parts.tsx'
import { type Names, targetOf } from './entry-texts.ts'
import { type Fold, foldEntries, foldTexts } from './fold.ts'

interface EntriesProps {
  readonly entries: readonly AuditEntry[]
  readonly names: Names
  readonly search: AuditSearch
  /** Folds after this number are omitted. */
  readonly most?: number
  /** The page is that of the target, and has a heading for each day. */
  readonly isTimeline?: boolean
}

/** Shows consecutive entries of the same kind in one row, which opens the single rows. */
export const Entries = ({ entries, names, search, most, isTimeline = false }: EntriesProps) =>
  (isTimeline ? unfoldChanges(foldEntries(entries), names) : foldEntries(entries))
    .slice(0, most)
    .map((fold) => {
      const [entry] = fold
      if (fold.length === 1) return <Entry key={entry.id} {...{ entry, names, search, isTimeline }} />
      return (
        <Disclosure key={entry.id} className="group/fold border-b border-line last:border-b-0">
          <EntryHead
            entry={entry}
            isOwn={search.actor !== undefined}
            isTimeline={isTimeline}
            chevron="group-data-expanded/fold:rotate-90"
          >
            {isTimeline ? (
              <ActionText action={entry.action} target={targetOf(entry, names)} isTimeline />
            ) : (
              <FoldText fold={fold} names={names} />
            )}
            <span className="ml-2 text-sm whitespace-nowrap text-quiet">{t.audit.entries(fold.length)}</span>
          </EntryHead>
          <DisclosurePanel className="border-line bg-sunken/50 group-data-expanded/fold:border-t">
            {fold.map((one) => (
              <Entry key={one.id} entry={one} {...{ names, search, isTimeline }} isFolded />
            ))}
          </DisclosurePanel>
        </Disclosure>
      )
    })

/** Shows the entries with changed fields in rows of their own. */
const unfoldChanges = (folds: readonly Fold[], names: Names): readonly Fold[] =>
  folds.flatMap((fold): readonly Fold[] =>
    fold.some((entry) => changedFields(entry, names)) ? fold.map((entry): Fold => [entry]) : [fold],
  )

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
