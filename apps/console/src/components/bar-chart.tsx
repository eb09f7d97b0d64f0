import type { ReactNode } from 'react'
import { formatNumber } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { cx } from '../ui/cx.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import type { Bar } from './chart-plot.tsx'
import { Axis, ChartRows } from './chart-rows.tsx'
import { sumOf } from './chart-scale.ts'
import { fillOf, formerStroke, type Tone } from './chart-tones.ts'

/** Totals of the bars in the period before, by the position of the bar. */
interface FormerPeriod {
  readonly name: string
  readonly values: readonly number[]
}

interface BarChartProps {
  readonly label: string
  /** Names of the figures of a bar, from the bottom up. */
  readonly series: readonly string[]
  readonly tones?: readonly Tone[]
  readonly bars: readonly Bar[]
  readonly former?: FormerPeriod | undefined
  /** Draws each further series in a row of its own. */
  readonly isSplit?: boolean
}

/** Smallest number of columns. */
const leastColumns = 4

export function BarChart({
  label,
  series,
  tones = ['accent'],
  bars,
  former,
  isSplit = false,
}: BarChartProps) {
  const before = former?.values ?? []
  const highest = Math.max(0, ...bars.map(({ values }) => sumOf(values)), ...before)
  if (highest === 0)
    return (
      <figure aria-label={label} className="text-sm text-quiet">
        {t.common.noFigures}
      </figure>
    )
  const [only] = bars
  if (only && bars.length === 1 && before.length <= 1)
    return (
      <figure aria-label={label} className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-xl font-semibold tabular">{formatNumber(sumOf(only.values))}</span>
        <span className="text-sm text-quiet">
          {series.length === 1 ? only.name : textOfBar(series, only, former, 0)}
        </span>
      </figure>
    )
  const columns = Math.max(leastColumns, bars.length, before.length)
  const textOf = (index: number): string => textOfBar(series, bars[index], former, index)
  return (
    <figure aria-label={label} className="grid gap-2">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 pt-2 text-xs text-quiet tabular">
        <ChartRows
          label={label}
          series={series}
          tones={tones}
          bars={bars}
          former={before}
          columns={columns}
          isSplit={isSplit}
          textOf={textOf}
        />
        <Axis bars={bars} columns={columns} areAllLabelled={columns <= leastColumns} />
      </div>
      <Legend
        series={series}
        tones={tones}
        former={former}
        partial={bars.findLast(({ isPartial }) => isPartial)}
      />
      <div className="text-sm print:hidden">
        <Disclosure isQuiet summary={t.common.asTable}>
          <Figures
            series={former ? [...series, former.name] : series}
            bars={
              former
                ? bars.map((bar, index) => ({ ...bar, values: [...bar.values, former.values[index] ?? 0] }))
                : bars
            }
          />
        </Disclosure>
      </div>
    </figure>
  )
}

function textOfBar(
  series: readonly string[],
  bar: Bar | undefined,
  former: FormerPeriod | undefined,
  index: number,
): string {
  if (!bar) return ''
  const figures =
    series.length === 1
      ? [formatNumber(sumOf(bar.values))]
      : series.map((name, part) => `${name} ${formatNumber(bar.values[part] ?? 0)}`)
  const before = former?.values[index]
  if (former && before !== undefined) figures.push(`${former.name} ${formatNumber(before)}`)
  return `${bar.name}: ${figures.join(', ')}`
}

interface LegendProps extends Pick<BarChartProps, 'series' | 'former'> {
  readonly tones: readonly Tone[]
  readonly partial: Bar | undefined
}

/** One series without another period needs no legend. */
const Legend = ({ series, tones, former, partial }: LegendProps) =>
  (series.length > 1 || former || partial) && (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-quiet">
      {series.map((name, index) => (
        <LegendItem key={name} name={name} className={fillOf(tones, index)} />
      ))}
      {partial && (
        <LegendItem name={partial.name} className={fillOf(tones, 0)}>
          <path d="M-1 6 6 -1M2 11 11 2" strokeWidth={2} className="stroke-surface" />
        </LegendItem>
      )}
      {former && (
        <LegendItem name={former.name} className="fill-none">
          <path d="M0 5h10" {...formerStroke} />
        </LegendItem>
      )}
    </ul>
  )

interface LegendItemProps {
  readonly name: string
  readonly className: string
  readonly children?: ReactNode
}

const LegendItem = ({ name, className, children }: LegendItemProps) => (
  <li className="flex items-center gap-1.5">
    <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
      <rect width={10} height={10} rx={2} className={className} />
      {children}
    </svg>
    {name}
  </li>
)

const cell = 'px-2 py-1 text-right tabular'

const Figures = ({ series, bars }: Pick<BarChartProps, 'series' | 'bars'>) => (
  <div className="overflow-x-auto">
    <table className="w-full border-collapse">
      <thead className="border-b border-line text-quiet">
        <tr>
          <td />
          {series.map((name) => (
            <th key={name} scope="col" className={cx(cell, 'font-medium')}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, values }) => (
          <tr key={key} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-2 py-1 text-left font-normal">
              {name}
            </th>
            {series.map((column, index) => (
              <td key={column} className={cell}>
                {formatNumber(values[index] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
