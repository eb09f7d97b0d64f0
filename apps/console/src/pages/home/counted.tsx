import { formatNumber } from '../../texts/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The placeholder has the height of a number. */
export const Counted = ({ value, isPending }: { value?: number | undefined; isPending: boolean }) => {
  if (value !== undefined) return formatNumber(value)
  return isPending ? <Skeleton className="inline-block h-[0.8em] w-8" /> : '–'
}
