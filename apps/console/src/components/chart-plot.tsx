import { useId, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { sumOf } from './chart-scale.ts'
import { fillOfPart, formerStroke, type Tone } from './chart-tones.ts'

export interface Bar {
  readonly key: string
  readonly name: string
  /** Text below the axis; the name by default. */
  readonly short?: string
  readonly values: readonly number[]
  /** A period that was not counted in full is hatched. */
  readonly isPartial?: boolean
  /** A period that is not over is darker than the past ones. */
  readonly isCurrent?: boolean
  /** Name of the day that begins with the bar, marked by a line. */
  readonly begins?: string
}

const height = 160
const width = 600
const widest = 40

interface PlotProps {
  readonly label: string
  readonly bars: readonly Bar[]
  readonly tones: readonly Tone[]
  readonly former: readonly number[]
  readonly ticks: readonly number[]
  /** Limits the width of a bar when there are few. */
  readonly columns: number
  readonly isLow?: boolean
  readonly textOf: (index: number) => string
}

/** The pointer or the arrow keys move the tooltip: a transparent range covers the bars. */
export function ChartPlot({ label, bars, tones, former, ticks, columns, isLow, textOf }: PlotProps) {
  const hatching = useId()
  const [active, setActive] = useState<number | null>(null)
  const top = ticks.at(-1) ?? 1
  const step = width / columns
  const wide = Math.min(step * 0.7, widest)
  const last = bars.length - 1
  return (
    <div
      className={`relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isLow ? 'h-12' : 'h-40'}`}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className="absolute inset-0 size-full overflow-visible"
      >
        {ticks.map((tick) => (
          <line
            key={tick}
            x1={0}
            x2={width}
            y1={height - (tick / top) * height}
            y2={height - (tick / top) * height}
            vectorEffect="non-scaling-stroke"
            className="stroke-edge/35"
          />
        ))}
        {bars.map(({ key, begins }, index) =>
          begins ? (
            <line
              key={key}
              x1={index * step}
              x2={index * step}
              y1={0}
              y2={height}
              vectorEffect="non-scaling-stroke"
              className="stroke-edge"
            />
          ) : null,
        )}
        {active !== null && (
          <rect x={active * step} y={0} width={step} height={height} className="fill-hover" />
        )}
        <path
          {...formerStroke}
          d={stepsOf(former.slice(0, bars.length), step, top)}
          vectorEffect="non-scaling-stroke"
          className={`fill-none ${formerStroke.className}`}
        />
        {bars.map(({ key, values, isPartial, isCurrent }, index) => (
          <g key={key}>
            <Parts
              x={(index + 0.5) * step - wide / 2}
              width={wide}
              values={values}
              tones={tones}
              isCurrent={isCurrent}
              top={top}
            />
            {isPartial && (
              <rect
                x={(index + 0.5) * step - wide / 2}
                y={yOf(sumOf(values), top)}
                width={wide}
                height={height - yOf(sumOf(values), top)}
                fill={`url(#${hatching})`}
              />
            )}
          </g>
        ))}
        <pattern id={hatching} width={8} height={8} patternUnits="userSpaceOnUse">
          <path d="M-2 10 10 -2M-2 2 2 -2M6 10 10 6" strokeWidth={2} className="stroke-surface" />
        </pattern>
      </svg>
      {last >= 0 && (
        <input
          type="range"
          aria-label={label}
          aria-valuetext={textOf(active ?? last)}
          min={0}
          max={last}
          value={active ?? last}
          onChange={({ currentTarget }) => setActive(Number(currentTarget.value))}
          onFocus={() => setActive(active ?? last)}
          onBlur={() => setActive(null)}
          onPointerMove={({ clientX, currentTarget }) => {
            const box = currentTarget.getBoundingClientRect()
            const index = Math.floor(((clientX - box.left) / box.width) * bars.length)
            setActive(Math.min(last, Math.max(0, index)))
          }}
          onPointerLeave={() => setActive(null)}
          style={{ width: `${(bars.length / columns) * 100}%` }}
          className="absolute inset-y-0 left-0 touch-pan-y appearance-none opacity-0 print:hidden"
        />
      )}
      {active !== null && (
        <p
          aria-hidden
          style={
            active < columns / 2
              ? { left: `${(active / columns) * 100}%` }
              : { right: `${(1 - (active + 1) / columns) * 100}%` }
          }
          className="pointer-events-none absolute -top-2 z-10 max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-float print:hidden"
        >
          {textOf(active)}
        </p>
      )}
    </div>
  )
}

const yOf = (value: number, top: number): number => height - (value / top) * height

/** Returns a line of one step per value. */
const stepsOf = (values: readonly number[], step: number, top: number): string =>
  values.map((value, index) => `${index ? 'V' : 'M0 '}${yOf(value, top)}H${(index + 1) * step}`).join('')

interface PartsProps {
  readonly x: number
  readonly width: number
  readonly values: readonly number[]
  readonly tones: readonly Tone[]
  readonly isCurrent: boolean | undefined
  readonly top: number
}

function Parts({ x, width: wide, values, tones, isCurrent = false, top }: PartsProps) {
  if (sumOf(values) === 0) return <rect x={x} y={height - 1} width={wide} height={1} className="fill-edge" />
  return values.map((value, index) => {
    const high = Math.max(value === 0 ? 0 : 2, height - yOf(value, top))
    const base = yOf(sumOf(values.slice(0, index)), top)
    return (
      <rect
        key={tones[index]}
        x={x}
        y={base - high}
        width={wide}
        height={high}
        vectorEffect="non-scaling-stroke"
        className={cx(values.length > 1 && 'stroke-surface', fillOfPart(tones, index, isCurrent))}
      />
    )
  })
}
