import type { AuditEntry } from '@signet/contracts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { formatDate } from '../../texts/format.ts'
import { relativeTime } from '../../texts/relative-time.ts'
import { Sentence } from './actor.tsx'
import { ChangeIcon } from './change-icon.tsx'

interface EntryHeadProps {
  readonly entry: AuditEntry
  readonly isOwn: boolean
  readonly isFolded?: boolean | undefined
  /** Shows the time of the day, below the heading of the day. */
  readonly isTimeline: boolean
  /** Style that turns the chevron while the disclosure is open. */
  readonly chevron: string
  readonly children: ReactNode
}

/** The button of a disclosure, with the sentence and the time of an entry. */
export const EntryHead = ({ entry, isOwn, isFolded, isTimeline, chevron, children }: EntryHeadProps) => (
  <h3 className="@container">
    <AriaButton
      slot="trigger"
      className="flex w-full items-baseline gap-2.5 px-4 py-2.5 text-left transition-colors hover:bg-hover/60 data-focus-visible:-outline-offset-2 sm:px-5"
    >
      <ChangeIcon action={entry.action} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Sentence entry={entry} isOwn={isOwn} isFolded={isFolded}>
          {children}
        </Sentence>
      </span>
      <time
        dateTime={entry.at}
        title={isTimeline ? relativeTime(entry.at) : formatDate(entry.at, 'time')}
        className="shrink-0 text-sm whitespace-nowrap text-quiet"
      >
        {isTimeline ? formatDate(entry.at, 'clock') : relativeTime(entry.at)}
      </time>
      <ChevronRight
        size={15}
        aria-hidden
        className={`relative top-0.75 shrink-0 text-quiet transition-transform ${chevron}`}
      />
    </AriaButton>
  </h3>
)
