import type { ReactNode } from 'react'
import { Change } from '../../components/change.tsx'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { cx } from '../../ui/cx.ts'
import { addMonths, figureOf, type Months, presentMonth } from './overview.ts'

interface MonthFiguresProps {
  readonly month: string
  readonly months: Months
  /** Shows each figure in a line of its own at every width. */
  readonly isColumn?: boolean
}

export function MonthFigures({ month, months, isColumn = false }: MonthFiguresProps) {
  const now = figureOf(months, month)
  const before = figureOf(months, addMonths(month, -1))
  const yearBefore = figureOf(months, addMonths(month, -12))
  return (
    <dl className={cx('grid content-start gap-x-6 gap-y-4', !isColumn && 'sm:grid-cols-3')}>
      <Figure
        isLine={isColumn}
        name={t.activity.inMonth(formatDate(month, 'month'))}
        value={now}
        note={
          <>
            {monthChange(month, now, before)}
            {month === presentMonth() && t.activity.soFar}
          </>
        }
      />
      <Figure isLine={isColumn} name={t.activity.before} value={before} />
      {yearBefore !== undefined && (
        <Figure isLine={isColumn} name={t.activity.yearBefore} value={yearBefore} />
      )}
    </dl>
  )
}

/** Undefined without two comparable figures. A month that is not over can only be compared if it has more users already. */
export function monthChange(month: string, now: number | undefined, before: number | undefined): ReactNode {
  if (now === undefined || before === undefined || (before === 0 && now > 0)) return undefined
  if (now <= before && month === presentMonth()) return undefined
  return <Change now={now} before={before} />
}

interface FigureProps {
  readonly name: string
  readonly value: number | undefined
  readonly note?: ReactNode
  readonly isLine: boolean
}

const Figure = ({ name, value, note, isLine }: FigureProps) => (
  <div
    className={
      isLine ? 'flex flex-wrap items-baseline justify-between gap-x-4' : 'grid content-start gap-0.5'
    }
  >
    <dt className="text-sm text-quiet">{name}</dt>
    <dd className="text-xl font-semibold tabular">{value === undefined ? '–' : formatNumber(value)}</dd>
    <dd className="flex w-full flex-wrap items-center gap-x-2 text-sm text-quiet empty:hidden">
      {value === undefined ? t.activity.unknown : note}
    </dd>
  </div>
)
