import { formatDate, formatNumber, formatPercent } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { addMonths, figureOf, type Months, presentMonth } from './overview.ts'

export function MonthFigures({ month, months }: { readonly month: string; readonly months: Months }) {
  const now = figureOf(months, month)
  const before = figureOf(months, addMonths(month, -1))
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
      <Figure
        name={t.activity.inMonth(formatDate(month, 'month'))}
        value={now}
        note={[sinceBefore(month, now, before), month === presentMonth() && t.activity.soFar]
          .filter(Boolean)
          .join('. ')}
      />
      <Figure name={t.activity.before} value={before} />
      <Figure name={t.activity.yearBefore} value={figureOf(months, addMonths(month, -12))} />
    </dl>
  )
}

/** A month that is not over can only be compared if it has more users already. */
const isComparable = (month: string, now: number, before: number): boolean =>
  now > before || month !== presentMonth()

function sinceBefore(month: string, now: number | undefined, before: number | undefined): string | undefined {
  if (!now || !before || now === before || !isComparable(month, now, before)) return undefined
  const percent = formatPercent(Math.abs(now - before) / before)
  return now > before ? t.activity.moreThanBefore(percent) : t.activity.fewerThanBefore(percent)
}

/** Percent; undefined without two comparable figures. */
export function changeText(
  month: string,
  now: number | undefined,
  before: number | undefined,
): string | undefined {
  if (now === undefined || before === undefined || !isComparable(month, now, before)) return undefined
  if (now === before) return t.activity.same
  if (before === 0) return undefined
  const percent = formatPercent(Math.abs(now - before) / before)
  return now > before ? t.activity.more(percent) : t.activity.fewer(percent)
}

interface FigureProps {
  readonly name: string
  readonly value: number | undefined
  readonly note?: string
}

const Figure = ({ name, value, note }: FigureProps) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd className="grid">
      <span className="text-xl font-semibold tabular">{value === undefined ? '–' : formatNumber(value)}</span>
      <span className="text-sm text-quiet">{value === undefined ? t.activity.unknown : note}</span>
    </dd>
  </div>
)
