import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface DisclosureProps {
  readonly summary: ReactNode
  /** Shown next to the summary, while the content is closed too. */
  readonly note?: ReactNode
  readonly children: ReactNode
  readonly isOpen?: boolean
  readonly onToggle?: (isOpen: boolean) => void
  /** The quiet look is for a detail of other content. */
  readonly isQuiet?: boolean
}

export const Disclosure = ({ summary, note, children, isOpen, onToggle, isQuiet }: DisclosureProps) => (
  <details
    {...(isOpen === undefined ? {} : { open: isOpen })}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    className="group/details min-w-0"
  >
    <summary
      className={cx(
        'flex cursor-pointer list-none items-baseline gap-1.5 [&::-webkit-details-marker]:hidden',
        isQuiet ? 'text-sm text-quiet' : 'font-medium',
      )}
    >
      <ChevronRight
        size={15}
        aria-hidden
        className="shrink-0 self-center text-quiet transition-transform group-open/details:rotate-90"
      />
      <span className="min-w-0">
        {summary}
        {note && <span className="ml-2 text-sm font-normal text-quiet">{note}</span>}
      </span>
    </summary>
    <div className={cx('grid grid-cols-1', isQuiet ? 'mt-2' : 'mt-4 gap-5')}>{children}</div>
  </details>
)
