import type { SigningKey } from '@signet/contracts'
import type { ReactNode } from 'react'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { distanceInDays } from '../texts/relative-time.ts'
import { UsualState } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { Notice } from '../ui/notice.tsx'
import { AxisLabels, looks, OverdueHatching, Track } from './key-axis.tsx'
import { axisOf, isReady, isRotationNear, type PartKind, partsOf, rotationDue } from './key-life.ts'
import { Status } from './object-mark.tsx'
import { Rich } from './rich.tsx'

const states = ['signing', 'published', 'retired'] as const
const partKinds = ['published', 'signs', 'verifies', 'overdue', 'next'] as const

interface KeyTrackProps {
  readonly keys: readonly SigningKey[]
  readonly actions: (key: SigningKey) => ReactNode
}

/** The life of each key on one axis of time. The drawing is hidden from screen readers: the times next to it say the same. */
export function KeyTrack({ keys, actions }: KeyTrackProps) {
  const now = Date.now()
  const axis = axisOf(keys, now)
  const due = rotationDue(keys)
  const ordered = states.flatMap((state) => keys.filter((key) => key.state === state))
  const kinds = partKinds.filter((kind) =>
    keys.some((key) => partsOf(key, axis, now).some((part) => part.kind === kind)),
  )
  return (
    <>
      <RotationAdvice keys={keys} now={now} />
      <Card flush>
        <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto]">
          <div aria-hidden className={`${row} pt-4 pb-2`}>
            <OverdueHatching />
            <Legend kinds={kinds} />
            <AxisLabels axis={axis} now={now} due={due} />
          </div>
          {ordered.map((key) => (
            <article
              key={key.kid}
              aria-label={`${t.keys.key} ${key.algorithm}`}
              className={`${row} relative border-t border-line py-3`}
            >
              <div className="grid content-start max-lg:pr-10">
                <h2 className="flex flex-wrap items-center gap-2 font-medium">
                  {key.algorithm}
                  <UsualState>{t.keys[key.state]}</UsualState>
                </h2>
                <CopyValue value={key.kid} what={t.keys.key} />
              </div>
              <div className="grid content-start gap-1">
                <Track signingKey={key} axis={axis} now={now} />
                <KeyTimes signingKey={key} />
              </div>
              <div className="flex items-start justify-end gap-2 max-lg:absolute max-lg:top-3 max-lg:right-4">
                {actions(key)}
              </div>
            </article>
          ))}
        </div>
      </Card>
    </>
  )
}

const row = 'grid gap-x-8 gap-y-1 px-4 sm:px-5 lg:col-span-3 lg:grid-cols-subgrid'

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
      <details className="text-quiet">
        <summary className="cursor-pointer">{t.keys.how}</summary>
        <p className="mt-1 max-w-2xl text-pretty">
          {t.keys.howText} {next}
        </p>
      </details>
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

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDate(at, 'full')} className="whitespace-nowrap text-ink">
    {formatDate(at, 'minute')}
  </time>
)

function KeyTimes({ signingKey: key }: { signingKey: SigningKey }) {
  const isImmediate = key.signingSince?.slice(0, 16) === key.createdAt.slice(0, 16)
  const moment = (text: (at: string) => string, at: string) => (
    <li className="first-letter:uppercase">
      <Rich text={text('{at}')} parts={{ at: <Moment at={at} /> }} />
    </li>
  )
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-4 text-sm text-quiet">
      {!isImmediate && moment(t.keys.since, key.createdAt)}
      {key.state === 'published' &&
        key.promotableAt &&
        (isReady(key) ? (
          <li className="text-good first-letter:uppercase">{t.keys.ready}</li>
        ) : (
          moment(t.keys.readyAt, key.promotableAt)
        ))}
      {key.state === 'signing' && key.signingSince && moment(t.keys.signsSince, key.signingSince)}
      {key.signedUntil && moment(t.keys.signedUntil, key.signedUntil)}
      {key.signedUntil && !key.removableAt && (
        <li className="first-letter:uppercase">{t.keys.verifiesOpen}</li>
      )}
      {key.removableAt && moment(t.keys.removableAt, key.removableAt)}
    </ul>
  )
}
