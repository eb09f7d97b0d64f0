import { formatNumber } from '../texts/format.ts'

interface BarChartProps {
  readonly label: string
  readonly bars: readonly { readonly key: string; readonly name: string; readonly value: number }[]
}

const height = 96
const width = 600

/** Figures in a row; who cannot see the bars reads them as a list. */
export function BarChart({ label, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  // A few figures stay bars and do not become a wall.
  const step = width / Math.max(12, bars.length)
  return (
    <div className="grid gap-1">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden className="h-28 w-full">
        {bars.map(({ key, name, value }, index) => (
          <g key={key}>
            <title>{`${name}: ${formatNumber(value)}`}</title>
            <rect x={index * step} y={0} width={step} height={height} className="fill-transparent" />
            <rect
              x={index * step + step * 0.15}
              y={height - Math.max(1, (value / most) * (height - 4))}
              width={step * 0.7}
              height={Math.max(1, (value / most) * (height - 4))}
              className={value === 0 ? 'fill-line' : 'fill-accent'}
            />
          </g>
        ))}
      </svg>
      <div aria-hidden className="flex justify-between text-xs text-quiet tabular">
        <span>{bars[0]?.name}</span>
        <span>{bars.length > 1 && bars.at(-1)?.name}</span>
      </div>
      <ul aria-label={label} className="sr-only">
        {bars.map(({ key, name, value }) => (
          <li key={key}>{`${name}: ${formatNumber(value)}`}</li>
        ))}
      </ul>
    </div>
  )
}
