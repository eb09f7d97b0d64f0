import type { ReactNode } from 'react'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { type Axis, type Phase, partsOf } from './key-life.ts'

export const fills = { published: 'fill-accent', signs: 'fill-good', verifies: 'fill-edge' } as const

/** The pattern of a rotation that is overdue; one definition serves all tracks. */
const hatching = 'overdue-rotation'
export const overdueFill = `url(#${hatching})`

export const OverdueHatching = () => (
  <svg aria-hidden className="absolute size-0">
    <pattern id={hatching} width={6} height={6} patternUnits="userSpaceOnUse">
      <rect width={6} height={6} className="fill-caution-ground" />
      <path d="M-1.5 7.5 7.5 -1.5M-1.5 1.5 1.5 -1.5M4.5 7.5 7.5 4.5" className="stroke-caution" />
    </pattern>
  </svg>
)

export const AxisLabels = ({ axis, now, due }: { axis: Axis; now: number; due: number | null }) => (
  <div className="grid gap-0.5 text-xs text-quiet tabular">
    {due !== null && due > now && (
      <span className="relative h-4.5">
        <AxisLabel axis={axis} at={due} className="text-caution">
          {t.keys.rotateBy(formatDate(due, 'day'))}
        </AxisLabel>
      </span>
    )}
    <span className="relative h-4.5">
      <AxisLabel axis={axis} at={now} className="font-medium text-ink">
        {t.keys.today}
      </AxisLabel>
    </span>
    <span className="relative h-4.5">
      {axis.ticks.map((tick) => (
        <AxisLabel key={tick} axis={axis} at={tick} className="max-sm:even:hidden">
          {formatDate(tick, axis.unit)}
        </AxisLabel>
      ))}
    </span>
  </div>
)

interface AxisLabelProps {
  readonly axis: Axis
  readonly at: number
  readonly className: string
  readonly children: ReactNode
}

/** Begins at its time; in the last quarter it ends there, so that it stays within the track. */
function AxisLabel({ axis, at, className, children }: AxisLabelProps) {
  const share = shareOf(axis, at)
  return (
    <span
      style={share < 75 ? { left: `${share}%` } : { right: `${100 - share}%` }}
      className={`absolute whitespace-nowrap ${className}`}
    >
      {children}
    </span>
  )
}

/** Returns the place of a time on the axis in percent. */
const shareOf = ({ from, to }: Axis, at: number): number =>
  Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100))

/** Least width of a phase in pixels, so that a publication of a minute is visible. */
const thinnest = 4

interface TrackProps {
  readonly phases: readonly Phase[]
  readonly axis: Axis
  readonly now: number
  readonly due: number | null
  /** Outlines a key that does not exist yet. */
  readonly isNext?: boolean
}

/** Draws the phases of a key, and hatches its signing after the due rotation. */
export const Track = ({ phases, axis, now, due, isNext = false }: TrackProps) => (
  <svg aria-hidden className="h-6 w-full">
    {axis.ticks.map((tick) => (
      <line
        key={tick}
        x1={`${shareOf(axis, tick)}%`}
        x2={`${shareOf(axis, tick)}%`}
        y1={0}
        y2="100%"
        className="stroke-line"
      />
    ))}
    {partsOf(phases, axis, due).map(({ kind, from, to, isOverdue }) => (
      <rect
        key={`${kind} ${from}`}
        x={`${shareOf(axis, from)}%`}
        style={{ width: `max(${thinnest}px, ${shareOf(axis, to) - shareOf(axis, from)}%)` }}
        y={6}
        height={12}
        {...(isOverdue ? { fill: overdueFill } : { className: fills[kind] })}
      />
    ))}
    {due !== null && (
      <>
        {isNext && (
          <rect
            x={`${shareOf(axis, due)}%`}
            width={`${100 - shareOf(axis, due)}%`}
            y={6}
            height={12}
            strokeDasharray="4 3"
            className="fill-none stroke-edge"
          />
        )}
        <line
          x1={`${shareOf(axis, due)}%`}
          x2={`${shareOf(axis, due)}%`}
          y1={0}
          y2="100%"
          strokeWidth={2}
          strokeDasharray="3 3"
          className="stroke-caution"
        />
      </>
    )}
    <line
      x1={`${shareOf(axis, now)}%`}
      x2={`${shareOf(axis, now)}%`}
      y1={0}
      y2="100%"
      strokeWidth={2}
      className="stroke-ink"
    />
  </svg>
)
