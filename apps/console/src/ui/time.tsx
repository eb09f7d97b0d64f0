import { Focusable } from 'react-aria-components'
import { language } from '../language.ts'
import { Tooltip } from './tooltip.tsx'

const full = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

const steps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3600 },
  { unit: 'hour', seconds: 3600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 7 * 86_400 },
] as const

/** "3 minutes ago" within a week, the date after that. */
export function relativeTime(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000
  const step = steps.find(({ until }) => Math.abs(seconds) < until)
  return step ? relative.format(Math.round(seconds / step.seconds), step.unit) : day.format(Date.parse(at))
}

export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={full.format(Date.parse(at))}>
    {day.format(Date.parse(at))}
  </time>
)

export const RelativeTime = ({ at }: { at: string }) => (
  <Tooltip text={full.format(Date.parse(at))}>
    <Focusable>
      <time dateTime={at} role="note" className="rounded-sm whitespace-nowrap">
        {relativeTime(at)}
      </time>
    </Focusable>
  </Tooltip>
)
