import type { Answer } from '../api/client.ts'
import { formatNumber } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Day } from '../ui/time.tsx'
import { Change } from './change.tsx'
import { Rich } from './rich.tsx'

type Counts = Pick<Answer<'sign_in_overview_get'>, 'total' | 'weekBefore' | 'countingSince'>

interface WeekBeforeProps {
  readonly counts: Counts
  readonly of: keyof Counts['total']
}

/** Compares a count of the last day with the same hours a week before. */
export function WeekBefore({ counts: { total, weekBefore, countingSince }, of }: WeekBeforeProps) {
  if (!weekBefore)
    return (
      <span>
        <Rich text={t.projects.pulseUnknown('{at}')} parts={{ at: <Day at={countingSince} /> }} />
      </span>
    )
  return (
    <>
      <Change now={total[of]} before={weekBefore[of]} better={of === 'failed' ? 'fewer' : 'more'} />
      {t.projects.pulseBefore(formatNumber(weekBefore[of]))}
    </>
  )
}
