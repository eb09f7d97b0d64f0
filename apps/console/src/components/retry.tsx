import type { Problem } from '@signet/contracts'
import { useEffect, useState } from 'react'
import { t } from '../texts/index.ts'
import { locale } from '../texts/language.ts'

/** Seconds before the first attempt; each further one waits twice as long, up to the most. */
const [first, most] = [3, 48]
/** An attempt this long after the former one begins with the first pause again. */
const forgottenMilliseconds = 120_000

const inSeconds = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** The module keeps the last pause, because an attempt removes the panel. */
let former = { at: 0, pause: 0 }

function nextPause(): number {
  const isRepeated = Date.now() - former.at < forgottenMilliseconds
  former = { at: Date.now(), pause: isRepeated ? Math.min(former.pause * 2, most) : first }
  return former.pause
}

interface RetryProps {
  readonly problem: Problem
  readonly onRetry: () => unknown
}

/** Repeats a read that failed temporarily after a pause, and shows the time of the attempt. */
export default function Retry({ problem: { status }, onRetry }: RetryProps) {
  // The service or a proxy responds with these; a request without a response has 503.
  const isTemporary = status > 501 && status < 505
  const [left, setLeft] = useState(nextPause)
  useEffect(() => {
    if (!isTemporary) return
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onRetry()), 1000)
    return () => clearTimeout(timer)
  }, [isTemporary, left, onRetry])
  if (!isTemporary) return null
  return <p className="text-quiet">{t.common.nextAttempt(inSeconds.format(left, 'second'))}</p>
}
