import { formatDate, formatNumber, formatPercent } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { addMonths, figureOf, type Months } from './overview.ts'

export function MonthFigures({ month, months }: { readonly month: string; readonly months: Months }) {
  const now = figureOf(months, month)
  const before = figureOf(months, addMonths(month, -1))
  const isSoFar = month === new Date().toISOString().slice(0, 7)
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
      <Figure
        name={t.activity.inMonth(formatDate(month, 'month'))}
        value={now}
        note={[sinceBefore(now, before), isSoFar && t.activity.soFar].filter(Boolean).join('. ')}
      />
      <Figure name={t.activity.before} value={before} />
      <Figure name={t.activity.yearBefore} value={figureOf(months, addMonths(month, -12))} />
    </dl>
  )
}

function sinceBefore(now: number | undefined, before: number | undefined): string | undefined {
  if (!now || !before || now === before) return undefined
  const percent = formatPercent(Math.abs(now - before) / before)
  return now > before ? t.activity.moreThanBefore(percent) : t.activity.fewerThanBefore(percent)
}

/** Percent; undefined without two figures. */
export function changeText(now: number | undefined, before: number | undefined): string | undefined {
  if (now === undefined || before === undefined) return undefined
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
