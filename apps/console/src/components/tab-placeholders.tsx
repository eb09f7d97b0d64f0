import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const entries = [1, 2, 3, 4, 5, 6]

const Placeholder = ({ children }: { children: ReactNode }) => (
  <div role="status" aria-label={t.common.loading}>
    {children}
  </div>
)

/** Rows of the height of an entry of the timeline. */
export const EntryPlaceholders = () => (
  <Placeholder>
    {entries.map((entry) => (
      <div key={entry} className="border-b border-line px-4 py-4 last:border-b-0 sm:px-5">
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

/** A block of variables, and rows of the height of a closed call. */
export const CallPlaceholders = () => (
  <Placeholder>
    <div className="grid grid-cols-1 gap-4">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-40 w-full rounded-lg" />
      <Card flush>
        {entries.map((entry) => (
          <div key={entry} className="border-b border-line px-3 py-4 last:border-b-0 sm:px-4">
            <Skeleton className="h-3 w-2/5" />
          </div>
        ))}
      </Card>
    </div>
  </Placeholder>
)
