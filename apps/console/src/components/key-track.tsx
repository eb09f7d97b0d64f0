import type { SigningKey } from '@signet/contracts'
import type { ReactNode } from 'react'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { UsualState } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { type Axis, axisOf, isReady, type Phase, partsOf, phasesOf, rotationDue } from './key-life.ts'
import { Rich } from './rich.tsx'

const states = ['signing', 'published', 'retired'] as const
const fills = { published: 'fill-accent', signs: 'fill-good', verifies: 'fill-edge' } as const
const phaseKinds = ['published', 'signs', 'verifies'] as const

interface KeyTrackProps {
  readonly keys: readonly SigningKey[]
  readonly actions: (key: SigningKey) => ReactNode
}

/** The life of each key on one axis of time. The drawing is hidden from screen readers: the times next to it say the same. */
export function KeyTrack({ keys, actions }: KeyTrackProps) {
  const now = Date.now()
  const axis = axisOf(keys, now)
  const ordered = states.flatMap((state) => keys.filter((key) => key.state === state))
  return (
    <>
      <RotationAdvice keys={keys} now={now} />
      <Card flush>
        <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
          <div
            aria-hidden
            className="grid gap-x-8 gap-y-2 px-4 pt-4 pb-2 sm:px-5 lg:col-span-2 lg:grid-cols-subgrid"
          >
            <Legend />
            <AxisLabels axis={axis} now={now} />
          </div>
          {ordered.map((key) => (
            <article
              key={key.kid}
              aria-label={`${t.keys.key} ${key.algorithm}`}
              className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-line px-4 py-4 sm:px-5 lg:col-span-2 lg:grid-cols-subgrid"
            >
              <div className="grid content-start gap-1">
                <h2 className="flex flex-wrap items-center gap-2 font-medium">
                  {key.algorithm}
                  <UsualState>{t.keys[key.state]}</UsualState>
                </h2>
                <CopyValue value={key.kid} what={t.keys.key} />
              </div>
              <div className="grid content-start gap-2">
                <Track phases={phasesOf(key)} axis={axis} now={now} />
                <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                  <KeyTimes signingKey={key} />
                  <div className="flex flex-wrap gap-2 empty:hidden">{actions(key)}</div>
                </div>
              </div>
            </article>
          ))}
        </div>
      </Card>
    </>
  )
}

/** Names the time of the next rotation, and the key that would sign after it. */
function RotationAdvice({ keys, now }: { keys: readonly SigningKey[]; now: number }) {
  const due = rotationDue(keys)
  if (due === null) return null
  const waiting = keys.flatMap((key) =>
    key.state === 'published' && key.promotableAt ? [key.promotableAt] : [],
  )
  const next = keys.some(isReady) ? (
    t.keys.nextReady
  ) : waiting[0] ? (
    <Rich text={t.keys.nextWaits('{at}')} parts={{ at: <Moment at={waiting.toSorted()[0] ?? ''} /> }} />
  ) : (
    t.keys.nextMissing
  )
  return (
    <Notice
      tone={due < now ? 'caution' : 'info'}
      title={due < now ? t.keys.rotateNow : t.keys.rotateBy(formatDate(due, 'day'))}
    >
      {next}
    </Notice>
  )
}

const Legend = () => (
  <ul className="flex flex-wrap content-end gap-x-3 text-xs text-quiet">
    {phaseKinds.map((kind) => (
      <li key={kind} className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
          <rect width={10} height={10} rx={2} className={fills[kind]} />
        </svg>
        {t.keys.phases[kind]}
      </li>
    ))}
  </ul>
)

const AxisLabels = ({ axis, now }: { axis: Axis; now: number }) => (
  <div className="grid gap-0.5 text-xs text-quiet tabular">
    <span className="relative h-4.5">
      <AxisLabel axis={axis} at={now} className="font-medium text-ink">
        {t.keys.today}
      </AxisLabel>
    </span>
    <span className="relative h-4.5">
      {axis.ticks.map((tick) => (
        <AxisLabel key={tick} axis={axis} at={tick} className="max-sm:even:hidden">
          {formatDate(tick, 'day')}
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
}

/** Draws the phases of a key; the future part of a phase is paler. */
const Track = ({ phases, axis, now }: TrackProps) => (
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
    {partsOf(phases, axis, now).map(({ kind, from, to, isFuture }) => (
      <rect
        key={`${kind} ${from}`}
        x={`${shareOf(axis, from)}%`}
        style={{ width: `max(${thinnest}px, ${shareOf(axis, to) - shareOf(axis, from)}%)` }}
        y={6}
        height={12}
        className={cx(fills[kind], isFuture && 'opacity-35')}
      />
    ))}
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

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDate(at, 'full')} className="whitespace-nowrap text-ink">
    {formatDate(at, 'minute')}
  </time>
)

function KeyTimes({ signingKey: key }: { signingKey: SigningKey }) {
  const moment = (text: (at: string) => string, at: string) => (
    <li>
      <Rich text={text('{at}')} parts={{ at: <Moment at={at} /> }} />
    </li>
  )
  return (
    <ul className="grid min-w-0 flex-1 basis-56 text-sm text-quiet">
      {moment(t.keys.since, key.createdAt)}
      {key.state === 'published' &&
        key.promotableAt &&
        (isReady(key) ? (
          <li className="text-good">{t.keys.ready}</li>
        ) : (
          moment(t.keys.readyAt, key.promotableAt)
        ))}
      {key.state === 'signing' && key.signingSince && moment(t.keys.signsSince, key.signingSince)}
      {key.signedUntil && moment(t.keys.signedUntil, key.signedUntil)}
      {key.signedUntil && !key.removableAt && <li>{t.keys.verifiesOpen}</li>}
      {key.removableAt && moment(t.keys.removableAt, key.removableAt)}
    </ul>
  )
}
