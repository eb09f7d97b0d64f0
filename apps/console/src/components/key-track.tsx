import type { SigningKey } from '@signet/contracts'
import type { CSSProperties, ReactNode } from 'react'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { distanceInDays } from '../texts/relative-time.ts'
import { UsualState } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Notice } from '../ui/notice.tsx'
import { AxisLabels, looks, OverdueHatching, shareOf, Track } from './key-axis.tsx'
import {
  type Axis,
  axisOf,
  isReady,
  isRotationNear,
  type PartKind,
  partsOf,
  rotationDue,
} from './key-life.ts'
import { KeyTimes, Moment } from './key-times.tsx'
import { Status } from './object-mark.tsx'
import { Rich } from './rich.tsx'

const states = ['signing', 'published', 'retired'] as const
const partKinds = ['published', 'signs', 'verifies', 'overdue', 'next'] as const

interface KeyTrackProps {
  readonly keys: readonly SigningKey[]
  readonly actions: (key: SigningKey) => ReactNode
}

/** The lives of the keys on one axis of time. The drawing is hidden from screen readers: the times next to it say the same. */
export function KeyTrack({ keys, actions }: KeyTrackProps) {
  const now = Date.now()
  const axis = axisOf(keys, now)
  const ordered = states.flatMap((state) => keys.filter((key) => key.state === state))
  const kinds = partKinds.filter((kind) =>
    keys.some((key) => partsOf(key, axis, now).some((part) => part.kind === kind)),
  )
  return (
    <>
      <RotationAdvice keys={keys} now={now} />
      <Card flush>
        <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-[min(24.75rem,42%)_minmax(0,1fr)_auto]">
          <div aria-hidden className={`${row} pt-4 pb-2`}>
            <OverdueHatching />
            <Legend kinds={kinds} />
            <AxisLabels axis={axis} now={now} />
          </div>
          {ordered.map((key) => (
            <Key key={key.kid} of={key} className={`${row} relative border-t border-line py-3`}>
              <div className="grid content-start max-lg:pr-10">
                <KeyName of={key} />
                <CopyValue value={key.kid} what={t.keys.key} />
              </div>
              <div className="grid content-start gap-1">
                <Track signingKey={key} axis={axis} now={now} />
                <div style={insetOf(key, axis)} className="flex flex-wrap gap-x-4">
                  <KeyTimes signingKey={key} />
                  <NextKey of={key} />
                </div>
              </div>
              <div className={corner}>{actions(key)}</div>
            </Key>
          ))}
        </div>
      </Card>
    </>
  )
}

const row = 'grid gap-x-8 gap-y-1 px-4 sm:px-5 lg:col-span-3 lg:grid-cols-subgrid'
const corner = 'flex items-start justify-end gap-2 max-lg:absolute max-lg:top-2 max-lg:right-4'

/** The times begin at the bar; those of a late bar end with the axis. */
function insetOf(key: SigningKey, axis: Axis): CSSProperties {
  const begin = shareOf(axis, Date.parse(key.createdAt))
  return begin < 50 ? { paddingLeft: `${begin}%` } : { justifyContent: 'end', textAlign: 'end' }
}

interface KeyProps {
  readonly of: SigningKey
  readonly className: string
  readonly children: ReactNode
}

const Key = ({ of: { algorithm }, className, children }: KeyProps) => (
  <article aria-label={`${t.keys.key} ${algorithm}`} className={className}>
    {children}
  </article>
)

const KeyName = ({ of: { algorithm, state } }: Pick<KeyProps, 'of'>) => (
  <h2 className="flex flex-wrap items-center gap-2 font-medium">
    {algorithm}
    <UsualState>{t.keys[state]}</UsualState>
  </h2>
)

/** The date at the end of the bar of a signing key. */
function NextKey({ of }: Pick<KeyProps, 'of'>) {
  const due = rotationDue([of])
  return (
    due !== null && (
      <span className="ms-auto text-sm text-quiet">
        {t.keys.next} <span className="text-ink">{formatDate(due, 'day')}</span>
      </span>
    )
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
  if (isRotationNear(due, now))
    return (
      <Notice
        tone={due < now ? 'caution' : 'info'}
        title={due < now ? t.keys.rotateNow : t.keys.rotateBy(formatDate(due, 'day'))}
      >
        {next}
      </Notice>
    )
  return (
    <div className="-mt-3 grid gap-1 text-sm">
      <Status>{t.keys.nextRotation(formatDate(due, 'day'), distanceInDays(due, now))}</Status>
      <Disclosure isQuiet summary={t.keys.how}>
        <p className="max-w-2xl text-quiet text-pretty">
          {t.keys.howText} {next}
        </p>
      </Disclosure>
    </div>
  )
}

const Legend = ({ kinds }: { readonly kinds: readonly PartKind[] }) => (
  <ul className="flex flex-wrap content-end gap-x-3 text-xs text-quiet">
    {kinds.map((kind) => (
      <li key={kind} className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
          <rect width={10} height={10} rx={2} {...looks[kind]} />
        </svg>
        {t.keys.phases[kind]}
      </li>
    ))}
  </ul>
)
