import { formatNumber } from '../texts/format.ts'
import { cx } from '../ui/cx.ts'
import { type Bar, ChartPlot } from './chart-plot.tsx'
import { labelled, sumOf, ticksFor } from './chart-scale.ts'
import type { Tone } from './chart-tones.ts'

interface ChartRowsProps {
  readonly label: string
  readonly series: readonly string[]
  readonly tones: readonly Tone[]
  readonly bars: readonly Bar[]
  readonly former: readonly number[]
  readonly columns: number
  /** Draws each further series in a low row of its own, at its own scale. */
  readonly isSplit: boolean
  readonly textOf: (index: number) => string
}

/** The plots, each with the figures of its axis. */
export function ChartRows({ label, series, tones, bars, former, isSplit, ...plot }: ChartRowsProps) {
  if (!isSplit) return <Row {...plot} label={label} tones={tones} bars={bars} former={former} />
  return series.map((name, part) => (
    <Row
      key={name}
      {...plot}
      label={part === 0 ? label : name}
      tones={tones.slice(part, part + 1)}
      bars={bars.map((bar) => ({ ...bar, values: bar.values.slice(part, part + 1) }))}
      former={part === 0 ? former : []}
      isLow={part > 0}
    />
  ))
}

interface RowProps extends Omit<ChartRowsProps, 'series' | 'isSplit'> {
  readonly isLow?: boolean
}

function Row({ isLow = false, ...plot }: RowProps) {
  const all = ticksFor(Math.max(0, ...plot.bars.map(({ values }) => sumOf(values)), ...plot.former))
  const ticks = isLow ? [0, all.at(-1) ?? 1] : all
  return (
    <>
      <div
        aria-hidden
        className={cx(
          'flex flex-col-reverse justify-between text-right leading-4',
          isLow ? '-mb-2 mt-1' : '-my-2',
        )}
      >
        {ticks.map((tick) => (
          <span key={tick}>{formatNumber(tick)}</span>
        ))}
      </div>
      <div className={cx(isLow && 'mt-3')}>
        <ChartPlot {...plot} ticks={ticks} isLow={isLow} />
      </div>
    </>
  )
}

/** Bars of a narrow page that the name of a day covers. */
export const nameBars = 8

/** Largest number of labels below the bars. */
const mostLabels = 6

interface AxisProps extends Pick<ChartRowsProps, 'bars' | 'columns'> {
  /** A narrow page has each second label only, unless there are few. */
  readonly areAllLabelled: boolean
}

export const Axis = ({ bars, columns, areAllLabelled }: AxisProps) => (
  <div
    aria-hidden
    className={cx('relative col-start-2', bars.some(({ begins }) => begins) ? 'h-9' : 'h-4.5')}
  >
    {labelled(bars.length, mostLabels, columns).map((index) => (
      <span
        key={bars[index]?.key}
        style={{ left: `${((index + 0.5) / columns) * 100}%` }}
        className={cx('absolute -translate-x-1/2 whitespace-nowrap', !areAllLabelled && 'max-sm:even:hidden')}
      >
        {bars[index]?.short ?? bars[index]?.name}
      </span>
    ))}
    {bars.map(({ key, begins }, index) =>
      begins ? (
        <span
          key={key}
          style={
            index > columns - nameBars
              ? { right: `${(1 - index / columns) * 100}%` }
              : { left: `${(index / columns) * 100}%` }
          }
          className="absolute top-4.5 font-medium whitespace-nowrap"
        >
          {begins}
        </span>
      ) : null,
    )}
  </div>
)
