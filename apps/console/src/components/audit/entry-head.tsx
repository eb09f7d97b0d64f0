import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { formatDate } from '../../texts/format.ts'
import { relativeTime } from '../../texts/relative-time.ts'

interface EntryHeadProps {
  readonly at: string
  /** Style that turns the chevron while the disclosure is open. */
  readonly chevron: string
  readonly children: ReactNode
}

/** The button of a disclosure, with the sentence and the time of an entry. */
export const EntryHead = ({ at, chevron, children }: EntryHeadProps) => (
  <h3>
    <AriaButton
      slot="trigger"
      className="flex w-full items-start gap-2.5 px-3 py-2.5 text-left transition-colors hover:bg-hover/60 data-focus-visible:-outline-offset-2 sm:px-4"
    >
      <ChevronRight
        size={15}
        aria-hidden
        className={`mt-0.75 shrink-0 text-quiet transition-transform ${chevron}`}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <time
        dateTime={at}
        title={formatDate(at, 'time')}
        className="mt-px shrink-0 text-sm whitespace-nowrap text-quiet"
      >
        {relativeTime(at)}
      </time>
    </AriaButton>
  </h3>
)
