import { formatNumber } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'

interface CursorPagerProps {
  /** What the list's answer says about its page. */
  readonly page:
    | {
        readonly nextCursor?: string | undefined
        readonly total?: number | undefined
        readonly totalCapped?: boolean | undefined
      }
    | undefined
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

/** A list that grows: on to the next page, or back to the first. Nothing where one page is all. */
export function CursorPager({ page, cursor, onCursor }: CursorPagerProps) {
  const { nextCursor, total, totalCapped = false } = page ?? {}
  if (!nextCursor && !cursor) return null
  return (
    <nav
      aria-label={t.common.pages}
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5"
    >
      <p className="text-sm text-quiet tabular">
        {total !== undefined && `${formatNumber(total)}${totalCapped ? '+' : ''}`}
      </p>
      <div className="flex gap-2">
        <Button size="sm" isDisabled={!cursor} onPress={() => onCursor(undefined)}>
          {t.common.firstPage}
        </Button>
        <Button size="sm" isDisabled={!nextCursor} onPress={() => onCursor(nextCursor)}>
          {t.common.next}
        </Button>
      </div>
    </nav>
  )
}
