import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const entries = [1, 2, 3, 4, 5, 6]
const calls = [1, 2, 3]

const Placeholder = ({ children }: { children: ReactNode }) => (
  <div role="status" aria-label={t.common.loading}>
    {children}
  </div>
)

/** Rows of the height of an entry of the timeline. */
export const EntryPlaceholders = () => (
  <Placeholder>
    {entries.map((entry) => (
      <div key={entry} className="border-b border-line px-3 py-4 last:border-b-0 sm:px-4">
        <Skeleton className="h-3 w-3/5" />
      </div>
    ))}
  </Placeholder>
)

export const TimelinePlaceholder = () => (
  <Card flush>
    <EntryPlaceholders />
  </Card>
)

/** Headings and blocks of the size of a call with two lines. */
export const CallPlaceholders = () => (
  <Placeholder>
    <div className="grid grid-cols-1 gap-4">
      <Skeleton className="h-6 w-3/5" />
      {calls.map((call) => (
        <div key={call} className="grid grid-cols-1 gap-1.5">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-20 w-full rounded-lg" />
        </div>
      ))}
    </div>
  </Placeholder>
)
