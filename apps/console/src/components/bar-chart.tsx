import { formatNumber } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { cx } from '../ui/cx.ts'

interface BarChartProps {
  readonly label: string
  /** Names of the figures of a bar, from the bottom up. */
  readonly series: readonly string[]
  /** Colours of the figures. */
  readonly tones?: readonly Tone[]
  readonly bars: readonly {
    readonly key: string
    readonly name: string
    readonly values: readonly number[]
  }[]
}

const height = 96
const width = 600

const fills = {
  accent: 'fill-accent',
  good: 'fill-good',
  edge: 'fill-edge',
  caution: 'fill-caution',
} as const

type Tone = keyof typeof fills

/** Hues that differ in lightness too; the legend and the table name them. */
const usualTones = ['accent', 'good', 'edge'] as const satisfies readonly Tone[]

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

export function BarChart({ label, series, tones = usualTones, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ values }) => sumOf(values)))
  // Limits the width of a bar when there are few.
  const step = width / Math.max(12, bars.length)
  return (
    <figure aria-label={label} className="grid gap-1">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden className="h-28 w-full">
        {bars.map(({ key, name, values }, index) => (
          <g key={key}>
            <title>{`${name}: ${figuresOf(series, values)}`}</title>
            <rect x={index * step} y={0} width={step} height={height} className="fill-transparent" />
            <Parts
              x={index * step + step * 0.15}
              width={step * 0.7}
              values={values}
              tones={tones}
              most={most}
            />
          </g>
        ))}
      </svg>
      <div aria-hidden className="flex justify-between text-xs text-quiet tabular">
        <span>{bars[0]?.name}</span>
        <span>{bars.length > 1 && bars.at(-1)?.name}</span>
      </div>
      {series.length > 1 && <Legend series={series} tones={tones} />}
      <details className="text-sm">
        <summary className="cursor-pointer text-quiet">{t.common.asTable}</summary>
        <Figures series={series} bars={bars} />
      </details>
    </figure>
  )
}

const figuresOf = (series: readonly string[], values: readonly number[]): string =>
  series.length === 1
    ? formatNumber(sumOf(values))
    : series.map((name, index) => `${name} ${formatNumber(values[index] ?? 0)}`).join(', ')

interface PartsProps {
  readonly x: number
  readonly width: number
  readonly values: readonly number[]
  readonly tones: readonly Tone[]
  readonly most: number
}

/** Draws one bar; a line for an empty one. */
function Parts({ x, width: wide, values, tones, most }: PartsProps) {
  const scale = (height - 4) / most
  if (sumOf(values) === 0) return <rect x={x} y={height - 1} width={wide} height={1} className="fill-line" />
  return values.map((value, index) => {
    const high = Math.max(value === 0 ? 0 : 1, value * scale)
    const below = sumOf(values.slice(0, index)) * scale
    return (
      <rect
        key={tones[index]}
        x={x}
        y={height - below - high}
        width={wide}
        height={high}
        className={fillOf(tones, index)}
      />
    )
  })
}

const fillOf = (tones: readonly Tone[], index: number): string => fills[tones[index] ?? 'edge']

const Legend = ({ series, tones }: { series: readonly string[]; tones: readonly Tone[] }) => (
  <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-quiet">
    {series.map((name, index) => (
      <li key={name} className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
          <rect width={10} height={10} rx={2} className={fillOf(tones, index)} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)

const cell = 'px-2 py-1 text-right tabular'

const Figures = ({ series, bars }: Omit<BarChartProps, 'label'>) => (
  <div className="mt-2 overflow-x-auto">
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
