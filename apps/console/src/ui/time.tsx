import { Focusable } from 'react-aria-components'
import { formatDate } from '../texts/format.ts'
import { relativeTime } from '../texts/relative-time.ts'
import { Tooltip } from './tooltip.tsx'

export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDate(at, 'full')} className="whitespace-nowrap">
    {formatDate(at, 'day')}
  </time>
)

export const RelativeTime = ({ at }: { at: string }) => (
  <Tooltip text={formatDate(at, 'full')}>
    <Focusable>
      <time dateTime={at} role="note" className="rounded-sm whitespace-nowrap">
        {relativeTime(at)}
      </time>
    </Focusable>
  </Tooltip>
)
