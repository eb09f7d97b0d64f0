import type { ReactNode } from 'react'
import { Change } from '../../components/change.tsx'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { cx } from '../../ui/cx.ts'
import { addMonths, figureOf, type Months, presentMonth } from './overview.ts'

interface MonthFiguresProps {
  readonly month: string
  readonly months: Months
  /** True in a third of a wide page. */
  readonly isNarrow?: boolean
}

export function MonthFigures({ month, months, isNarrow = false }: MonthFiguresProps) {
  const now = figureOf(months, month)
  const before = figureOf(months, addMonths(month, -1))
  return (
    <dl className={cx('grid gap-x-6 gap-y-4 sm:grid-cols-3', isNarrow && 'lg:grid-cols-1')}>
      <Figure
        name={t.activity.inMonth(formatDate(month, 'month'))}
        value={now}
        note={
          <>
            {monthChange(month, now, before)}
            {month === presentMonth() && t.activity.soFar}
          </>
        }
      />
      <Figure name={t.activity.before} value={before} />
      <Figure name={t.activity.yearBefore} value={figureOf(months, addMonths(month, -12))} />
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
}

const Figure = ({ name, value, note }: FigureProps) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd className="grid">
      <span className="text-xl font-semibold tabular">{value === undefined ? '–' : formatNumber(value)}</span>
      <span className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
        {value === undefined ? t.activity.unknown : note}
      </span>
    </dd>
  </div>
)
