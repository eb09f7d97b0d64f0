import type { SigningKey } from '@signet/contracts'
import type { ReactNode, SVGAttributes } from 'react'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { type Axis, isRotationNear, type PartKind, partsOf, rotationDue } from './key-life.ts'

/** The pattern of a rotation that is overdue; one definition serves all tracks. */
const hatching = 'overdue-rotation'

export const looks: Record<PartKind, SVGAttributes<SVGRectElement>> = {
  published: { className: 'fill-bar', fillOpacity: 0.65 },
  signs: { className: 'fill-bar-good', fillOpacity: 0.65 },
  verifies: { className: 'fill-edge' },
  overdue: { fill: `url(#${hatching})` },
  next: { strokeDasharray: '3 2', className: 'fill-none stroke-quiet' },
}

export const OverdueHatching = () => (
  <svg aria-hidden className="absolute size-0">
    <pattern id={hatching} width={6} height={6} patternUnits="userSpaceOnUse">
      <rect width={6} height={6} className="fill-caution-ground" />
      <path d="M-1.5 7.5 7.5 -1.5M-1.5 1.5 1.5 -1.5M4.5 7.5 7.5 4.5" className="stroke-caution" />
    </pattern>
  </svg>
)

/** Share in percent from which a label would end after the axis. */
const lastLabel = 88
/** Least distance in percent between the labels of the present and of a tick. */
const leastDistance = 12

/** Every label begins at its time. A label that would end after the axis or cover the present is omitted. */
export const AxisLabels = ({ axis, now }: { axis: Axis; now: number }) => (
  <div className="relative h-4.5 text-xs text-quiet tabular">
    <AxisLabel axis={axis} at={now} className="font-medium text-ink">
      {t.keys.today}
    </AxisLabel>
    <span>
      {axis.ticks
        .filter((tick) => shareOf(axis, tick) < lastLabel)
        .filter((tick) => Math.abs(shareOf(axis, tick) - shareOf(axis, now)) >= leastDistance)
        .map((tick) => (
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

const AxisLabel = ({ axis, at, className, children }: AxisLabelProps) => (
  <span style={{ left: `${shareOf(axis, at)}%` }} className={`absolute whitespace-nowrap ${className}`}>
    {children}
  </span>
)

/** Returns the place of a time on the axis in percent. */
export const shareOf = ({ from, to }: Axis, at: number): number =>
  Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100))

/** Least width of a phase in pixels, so that a publication of a minute is visible. */
const thinnest = 4

interface TrackProps {
  readonly signingKey: SigningKey
  readonly axis: Axis
  readonly now: number
}

/** Draws the parts of the life of a key, and marks the present and the due rotation. */
export function Track({ signingKey, axis, now }: TrackProps) {
  const due = rotationDue([signingKey])
  return (
    <svg aria-hidden className="h-4.5 w-full">
      {axis.ticks.map((tick) => (
        <TimeLine key={tick} share={shareOf(axis, tick)} className="stroke-line" />
      ))}
      {partsOf(signingKey, axis, now).map(({ kind, from, to }) => (
        <rect
          key={kind}
          x={`${shareOf(axis, from)}%`}
          style={{ width: `max(${thinnest}px, ${shareOf(axis, to) - shareOf(axis, from)}%)` }}
          y={6}
          height={6}
          rx={kind === 'next' ? 0 : 3}
          {...looks[kind]}
        />
      ))}
      {due !== null && (
        <TimeLine
          share={shareOf(axis, due)}
          strokeWidth={2}
          strokeDasharray="3 3"
          className={isRotationNear(due, now) ? 'stroke-caution' : 'stroke-quiet'}
        />
      )}
      <TimeLine share={shareOf(axis, now)} strokeWidth={3} className="stroke-ink" />
    </svg>
  )
}

const TimeLine = ({ share, ...look }: { readonly share: number } & SVGAttributes<SVGLineElement>) => (
  <line x1={`${share}%`} x2={`${share}%`} y1={0} y2="100%" {...look} />
)
