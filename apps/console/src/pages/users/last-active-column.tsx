import { type Column, textColumn } from '../../components/table/column.tsx'
import { t } from '../../texts/index.ts'
import { relativeDay } from './last-active.ts'

export const lastActiveColumn = <Row extends { readonly lastActiveOn: string | null }>(
  className: string,
): Column<Row> =>
  textColumn(
    'lastActiveOn',
    t.users.lastActive,
    ({ lastActiveOn: day }) => (day ? <time dateTime={day}>{relativeDay(day)}</time> : t.common.never),
    { className },
  )
