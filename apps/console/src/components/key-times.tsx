import type { SigningKey } from '@signet/contracts'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { isReady } from './key-life.ts'
import { Rich } from './rich.tsx'

export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDate(at, 'full')} className="whitespace-nowrap text-ink">
    {formatDate(at, 'minute')}
  </time>
)

/** The times of the life of a key, as sentences. */
export function KeyTimes({ signingKey: key }: { signingKey: SigningKey }) {
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
