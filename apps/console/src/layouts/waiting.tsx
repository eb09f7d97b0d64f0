import { t } from '../texts/index.ts'
import { Skeleton } from '../ui/skeleton.tsx'

export const Waiting = () => (
  <div role="status" aria-label={t.common.loading} className="grid max-w-3xl gap-5 py-1">
    <Skeleton className="h-6 w-48" />
    <Skeleton className="h-28 w-full rounded-xl" />
    <Skeleton className="h-44 w-full rounded-xl" />
  </div>
)
