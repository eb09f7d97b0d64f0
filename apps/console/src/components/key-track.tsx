import type { SigningKey } from '@signet/contracts'
import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'
import { Badge } from '../ui/badge.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { cx } from '../ui/cx.ts'
import { Day } from '../ui/time.tsx'
import { Rich } from './rich.tsx'

const states = ['published', 'signing', 'retired'] as const
const tones = { published: 'accent', signing: 'good', retired: 'neutral' } as const

interface KeyTrackProps {
  readonly keys: readonly SigningKey[]
  readonly actions: (key: SigningKey) => ReactNode
}

/** The states of keys from left to right: published, signing, retired. A state without a key uses less width. */
export const KeyTrack = ({ keys, actions }: KeyTrackProps) => (
  <ol className="grid grid-cols-1 gap-4 lg:flex">
    {states.map((state) => {
      const there = keys.filter((key) => key.state === state)
      return (
        <li
          key={state}
          className={cx('grid grid-cols-1 content-start gap-3', there.length > 0 ? 'lg:flex-1' : 'lg:w-44')}
        >
          <h2 className="flex items-center gap-2 border-b-2 border-line pb-2 font-semibold">
            <Badge tone={tones[state]}>{t.keys[state]}</Badge>
            <span className="text-sm text-quiet tabular">{there.length}</span>
          </h2>
          {there.length === 0 && <p className="text-sm text-quiet">{t.keys.none}</p>}
          {there.map((key) => (
            <article
              key={key.kid}
              aria-label={`${t.keys.key} ${key.algorithm}`}
              className="grid grid-cols-1 gap-2 rounded-xl bg-surface p-4 shadow-card ring-1 ring-line"
            >
              <span className="font-medium">{key.algorithm}</span>
              <CopyValue value={key.kid} what={t.keys.key} />
              <KeyTimes signingKey={key} />
              <div className="flex flex-wrap gap-2 empty:hidden">{actions(key)}</div>
            </article>
          ))}
        </li>
      )
    })}
  </ol>
)

export const isReady = ({ state, promotableAt }: SigningKey): boolean =>
  state === 'published' && promotableAt !== null && Date.parse(promotableAt) <= Date.now()

/** A key that signed before may sign again immediately; a new key only after its publication window. */
export const mayBePromoted = (key: SigningKey): boolean =>
  isReady(key) || (key.state === 'published' && key.promotableAt === null)

const KeyTimes = ({ signingKey: key }: { signingKey: SigningKey }) => (
  <p className="grid text-sm text-quiet">
    <span>
      <Rich text={t.keys.since('{at}')} parts={{ at: <Day at={key.createdAt} /> }} />
    </span>
    {key.state === 'published' &&
      (isReady(key) ? (
        <span className="text-good">{t.keys.ready}</span>
      ) : (
        key.promotableAt && (
          <span>
            <Rich text={t.keys.readyAt('{at}')} parts={{ at: <Day at={key.promotableAt} /> }} />
          </span>
        )
      ))}
    {key.signedUntil && (
      <span>
        <Rich text={t.keys.signedUntil('{at}')} parts={{ at: <Day at={key.signedUntil} /> }} />
      </span>
    )}
    {key.removableAt && (
      <span>
        <Rich text={t.keys.removableAt('{at}')} parts={{ at: <Day at={key.removableAt} /> }} />
      </span>
    )}
  </p>
)
