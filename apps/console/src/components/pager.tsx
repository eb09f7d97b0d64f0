import { ChevronLeft, ChevronRight } from 'lucide-react'
import { language } from '../language.ts'
import { Button } from '../ui/button.tsx'

interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** There are more than `total`. */
  readonly isCapped?: boolean
  readonly onPage: (page: number) => void
}

const count = new Intl.NumberFormat(language)

export function Pager({ page, pageSize, total, isCapped = false, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, isCapped ? Number.POSITIVE_INFINITY : total)
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5"
    >
      <p className="text-sm text-quiet tabular">
        {count.format(first)}–{count.format(last)} of {count.format(total)}
        {isCapped && '+'}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          icon={<ChevronLeft size={14} aria-hidden />}
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
        >
          Previous
        </Button>
        <Button size="sm" isDisabled={last >= total && !isCapped} onPress={() => onPage(page + 1)}>
          Next
          <ChevronRight size={14} aria-hidden />
        </Button>
      </div>
    </nav>
  )
}
