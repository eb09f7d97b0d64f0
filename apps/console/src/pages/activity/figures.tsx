import { formatDate, formatNumber, formatPercent } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { addMonths, figureOf, type Months } from './overview.ts'

export function MonthFigures({ month, months }: { readonly month: string; readonly months: Months }) {
  const now = figureOf(months, month)
  const isSoFar = month === new Date().toISOString().slice(0, 7)
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
      <Figure
        name={t.activity.inMonth(formatDate(month, 'month'))}
        value={now}
        note={isSoFar ? t.activity.soFar : undefined}
      />
      <Compared name={t.activity.before} now={now} before={figureOf(months, addMonths(month, -1))} />
      <Compared name={t.activity.yearBefore} now={now} before={figureOf(months, addMonths(month, -12))} />
    </dl>
  )
}

interface ComparedProps {
  readonly name: string
  readonly now: number | undefined
  readonly before: number | undefined
}

const Compared = ({ name, now, before }: ComparedProps) => (
  <Figure name={name} value={before} note={changeText(now, before)} />
)

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
  readonly note: string | undefined
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
