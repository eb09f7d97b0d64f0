import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../texts/index.ts'
import { relativeTime } from '../../texts/relative-time.ts'
import { cx } from '../../ui/cx.ts'

type LiveQuery = Pick<UseQueryResult, 'dataUpdatedAt' | 'failureCount' | 'fetchStatus'>

/** Shows the age of the last read of a live list. A browser without a network pauses the reads. */
export function LiveState({ query: { dataUpdatedAt, failureCount, fetchStatus } }: { query: LiveQuery }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (dataUpdatedAt === 0) return null
  const isLost = failureCount > 0 || fetchStatus === 'paused'
  const age = relativeTime(new Date(dataUpdatedAt).toISOString(), Math.max(now, dataUpdatedAt))
  return (
    <span className={cx('text-sm tabular', isLost ? 'text-caution' : 'text-quiet')}>
      {isLost ? t.audit.liveLost(age) : t.audit.liveRead(age)}
    </span>
  )
}
