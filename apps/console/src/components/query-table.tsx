import type { UseQueryResult } from '@tanstack/react-query'
import {
  createColumnHelper,
  type RowData,
  type TableOptions,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { problemOf } from '../api/problem.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { RowCheckbox } from '../ui/choice.tsx'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import type { Selection } from './selection.ts'

interface ColumnLook {
  /** Classes of the column's cells: width, alignment, from which screen width on it is shown. */
  readonly className?: string
}

/** Sorting and paging are the server's. */
const features = tableFeatures({ columnMeta: {} as ColumnLook })
type Features = typeof features

export const columnHelper = <Row extends RowData>() => createColumnHelper<Features, Row>()

interface QueryTableProps<Row extends RowData> {
  readonly label: string
  readonly query: Pick<UseQueryResult, 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'>
  readonly rows: readonly Row[]
  readonly columns: TableOptions<Features, Row>['columns']
  readonly empty: ReactNode
  readonly footer?: ReactNode
  /** Rows can be chosen: their ids, and what a person calls them. */
  readonly selection?: Selection & {
    readonly idOf: (row: Row) => string
    readonly nameOf: (row: Row) => string
  }
}

const noRows: never[] = []
const skeletonRows = [1, 2, 3, 4, 5, 6]

/** A table over one read, with its waiting, failed and empty states. */
export function QueryTable<Row extends RowData>(props: QueryTableProps<Row>) {
  const { label, query, rows, empty, footer, selection } = props
  const columns = selection ? [selectColumn(selection, rows), ...props.columns] : props.columns
  const table = useTable({ features, columns, data: rows.length > 0 ? rows : noRows })
  if (query.error)
    return (
      <div className="grid justify-items-start gap-3 p-4">
        <ProblemNotice problem={problemOf(query.error)} />
        <Button onPress={() => void query.refetch()}>{t.common.retry}</Button>
      </div>
    )
  if (!query.isPending && rows.length === 0) return empty
  return (
    <>
      <div className="relative overflow-x-auto">
        <table
          aria-label={label}
          aria-busy={query.isPending || query.isPlaceholderData}
          className={cx('w-full border-collapse text-left', query.isPlaceholderData && 'opacity-60')}
        >
          <thead className="border-b border-line text-sm text-quiet">
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    className={cx(
                      'h-9 px-4 font-medium whitespace-nowrap',
                      header.column.columnDef.meta?.className,
                    )}
                  >
                    <table.FlexRender header={header} />
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {query.isPending ? (
              <WaitingRows columns={columns.map((column) => column.meta?.className)} />
            ) : (
              table.getRowModel().rows.map((row) => (
                <tr
                  key={row.id}
                  className="relative border-b border-line transition-colors last:border-b-0 hover:bg-hover/60"
                >
                  {row.getAllCells().map((cell) => (
                    <td
                      key={cell.id}
                      className={cx('h-12 px-4 py-2 align-middle', cell.column.columnDef.meta?.className)}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
      {footer}
    </>
  )
}

type Selectable<Row> = NonNullable<QueryTableProps<Row & RowData>['selection']>

/** Chooses one row, or in the head all of the page. */
function selectColumn<Row extends RowData>(
  { ids, toggle, idOf, nameOf }: Selectable<Row>,
  rows: readonly Row[],
) {
  const all = rows.map(idOf)
  return columnHelper<Row>().display({
    id: 'select',
    meta: { className: 'w-10 pr-0' },
    header: () => (
      <RowCheckbox
        label={t.common.selectAll}
        isSelected={all.length > 0 && all.every((id) => ids.has(id))}
        isIndeterminate={all.some((id) => ids.has(id)) && !all.every((id) => ids.has(id))}
        onChange={(isSelected) => toggle(all, isSelected)}
      />
    ),
    cell: ({ row: { original } }) => (
      <RowCheckbox
        label={t.common.selectRow(nameOf(original))}
        isSelected={ids.has(idOf(original))}
        onChange={(isSelected) => toggle([idOf(original)], isSelected)}
      />
    ),
  })
}

const WaitingRows = ({ columns }: { columns: readonly (string | undefined)[] }) =>
  skeletonRows.map((row) => (
    <tr key={row} className="border-b border-line last:border-b-0">
      {columns.map((className, index) => (
        <td key={index} className={cx('h-12 px-4', className)}>
          <Skeleton className="h-3 w-3/5" />
        </td>
      ))}
    </tr>
  ))
