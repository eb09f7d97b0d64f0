import type { ReactNode } from 'react'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Day, RelativeTime } from '../../ui/time.tsx'

export interface Column<Row> {
  readonly id: string
  /** Empty for columns of buttons. */
  readonly header: string
  /** Replaces the header in the head. */
  readonly head?: ReactNode
  readonly cell: (row: Row, index: number) => ReactNode
  readonly className?: string
  /** Field by which the server sorts. */
  readonly sort?: string | undefined
  /** The list always has the ascending order of this column. */
  readonly isOrder?: true
  /** Hidden by default; shown when chosen, and in the side view. */
  readonly isExtra?: true
  /** Shows a long value in several lines. */
  readonly isWhole?: true
  /** A first column of sentences takes the width that the others leave. */
  readonly isSentence?: true
  /** A first column of short names leaves the width to the others. */
  readonly isShort?: true
}

/** Shown for an absent value. A narrow page omits it. */
const emptyValue = '–'

export const isEmpty = (value: ReactNode): boolean =>
  value === null || value === undefined || value === emptyValue

type Place = Pick<Column<never>, 'className' | 'sort' | 'isExtra'>

export const textColumn = <Row,>(
  id: string,
  header: string,
  of: (row: Row) => ReactNode,
  place: Place = {},
): Column<Row> => ({
  id,
  header,
  cell: (row) => {
    const value = of(row)
    return isEmpty(value) ? emptyValue : <span className="text-quiet wrap-anywhere">{value}</span>
  },
  ...place,
})

export const numberColumn = <Row,>(
  id: string,
  header: string,
  of: (row: Row) => number | null,
  { className = 'w-28 @max-lg:hidden', ...place }: Place = {},
): Column<Row> => ({
  id,
  header,
  cell: (row) => {
    const number = of(row)
    return number === null ? emptyValue : formatNumber(number)
  },
  className: `text-right tabular ${className}`,
  ...place,
})

export const timeColumn = <Row,>(
  id: string,
  header: string,
  of: (row: Row) => string | null | undefined,
  { className = '@lg:w-40', ...place }: Place = {},
): Column<Row> => ({
  id,
  header,
  cell: (row) => {
    const at = of(row)
    return at ? <RelativeTime at={at} /> : <span className="text-quiet">{t.common.never}</span>
  },
  className,
  ...place,
})

export const createdColumn = <Row extends { readonly createdAt: string }>(
  className = '@max-3xl:hidden w-36',
): Column<Row> => ({
  id: 'createdAt',
  header: t.common.created,
  cell: ({ createdAt }) => (
    <span className="text-quiet">
      <Day at={createdAt} />
    </span>
  ),
  className,
  sort: 'createdAt',
})

interface NameCellProps {
  /** A mark of the size of a row. */
  readonly mark?: ReactNode
  readonly children: ReactNode
  readonly badges?: ReactNode
  /** Distinguishes rows with the same name. */
  readonly note?: ReactNode
}

/** Shows the note next to the name in low rows, otherwise below. */
export const NameCell = ({ mark, children, badges, note }: NameCellProps) => (
  <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 @max-lg:flex-col group-data-comfortable/table:flex-col">
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
      {mark && (
        <span data-mark className="shrink-0 self-center leading-none">
          {mark}
        </span>
      )}
      {children}
      {badges && <span className="inline-flex shrink-0 flex-wrap gap-1">{badges}</span>}
    </span>
    {note && <span className="min-w-0 text-sm text-quiet wrap-anywhere">{note}</span>}
  </span>
)
