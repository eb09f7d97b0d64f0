import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'

interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** True when there are more than `total`. */
  readonly isCapped?: boolean
  /** Pages after the counted ones exist; default: when the number is capped. */
  readonly hasFurther?: boolean
  /** Adds a noun to the range, when a row contains several objects. */
  readonly describe?: ((range: string) => string) | undefined
  readonly onPage: (page: number) => void
}

export function Pager({
  page,
  pageSize,
  total,
  isCapped = false,
  hasFurther = isCapped,
  describe = (range) => range,
  onPage,
}: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, hasFurther ? Number.POSITIVE_INFINITY : total)
  return (
    <nav
      aria-label={t.common.pages}
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5"
    >
      <p className="text-sm text-quiet tabular">
        {describe(
          t.common.range(
            formatNumber(first),
            formatNumber(last),
            `${formatNumber(total)}${isCapped ? '+' : ''}`,
          ),
        )}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          icon={<ChevronLeft size={14} aria-hidden />}
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
        >
          {t.common.previous}
        </Button>
        <Button size="sm" isDisabled={last >= total && !hasFurther} onPress={() => onPage(page + 1)}>
          {t.common.next}
          <ChevronRight size={14} aria-hidden />
        </Button>
      </div>
    </nav>
  )
}

/** Below a list of one page. */
export const RowCount = ({ count, describe }: Pick<PagerProps, 'describe'> & { readonly count: number }) =>
  count > 0 && (
    <p className="border-t border-line px-4 py-2.5 text-sm text-quiet tabular">
      {describe?.(t.common.range('1', formatNumber(count), formatNumber(count))) ?? t.lists.count(count)}
    </p>
  )
