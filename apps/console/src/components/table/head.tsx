import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import type { Column } from './column.tsx'
import { peekCell } from './rows.tsx'

/** Descending with a leading hyphen. */
export interface Sorting {
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly before?: ReactNode
  readonly sorting?: Sorting | undefined
  readonly hasPeek: boolean
}

const headCell = 'h-9 px-3 sm:px-4 text-sm font-medium whitespace-nowrap text-quiet'

export const Head = <Row,>({ columns, before, sorting, hasPeek }: HeadProps<Row>) => (
  <thead className="border-b border-line">
    <tr>
      {before}
      {columns.map((column, place) => (
        <HeadCell key={column.id} column={column} sorting={sorting} isName={place === 0} />
      ))}
      {hasPeek && <td className={peekCell} />}
    </tr>
  </thead>
)

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
  readonly isName: boolean
}

function HeadCell<Row>({ column, sorting, isName }: HeadCellProps<Row>) {
  const { header, head = header, className, sort, isOrder } = column
  if (!sorting || sort === undefined)
    return (
      <th
        scope="col"
        data-name={isName || undefined}
        aria-sort={isOrder && 'ascending'}
        className={cx(headCell, className)}
      >
        {head}
      </th>
    )
  const order = sorting.sort === sort ? 'ascending' : sorting.sort === `-${sort}` ? 'descending' : 'none'
  const next = { none: sort, ascending: `-${sort}`, descending: undefined }[order]
  const Arrow = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown }[order]
  return (
    <th scope="col" data-name={isName || undefined} aria-sort={order} className={cx(headCell, className)}>
      <button
        type="button"
        onClick={() => sorting.onSort(next)}
        className="group inline-flex items-center gap-1 rounded-sm hover:text-ink"
      >
        {header}
        <Arrow
          size={13}
          aria-hidden
          className={order === 'none' ? 'opacity-35 group-hover:opacity-100' : 'text-accent'}
        />
      </button>
    </th>
  )
}
