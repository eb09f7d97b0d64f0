import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { t } from '../../texts/index.ts'
import { RowCheckbox } from '../../ui/choice.tsx'
import { cx } from '../../ui/cx.ts'
import { type FailedQuery, ReadProblem } from '../read-problem.tsx'
import type { Selection } from '../selection.ts'
import type { Column } from './column.tsx'
import { Head, type Sorting } from './head.tsx'
import { useListPreferences } from './preferences.ts'
import { Body, type RowKeys, WaitingBody } from './rows.tsx'

export type TableQuery = FailedQuery & Pick<UseQueryResult, 'isPending' | 'isPlaceholderData'>

export interface RowSelection<Row> extends Selection {
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
}

interface QueryTableProps<Row> {
  readonly label: string
  readonly query: TableQuery
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly empty: ReactNode
  readonly footer?: ReactNode
  readonly selection?: RowSelection<Row> | undefined
  readonly sorting?: Sorting
  readonly keys?: RowKeys
  /** Heading of consecutive rows with the same one. */
  readonly headingOf?: ((row: Row) => string) | undefined
}

export function QueryTable<Row>(props: QueryTableProps<Row>) {
  const { label, query, rows, columns, empty, footer, selection, sorting, keys } = props
  const isHigh = useListPreferences().density === 'comfortable'
  const isOneLine = keys !== undefined && !isHigh
  if (query.error)
    return (
      <div className="p-4">
        <ReadProblem query={query} />
      </div>
    )
  if (!query.isPending && rows.length === 0) return empty
  const choice = selection && choosing(selection, rows)
  return (
    <>
      <div className="@container relative overflow-x-auto">
        <table
          aria-label={label}
          aria-busy={query.isPending || query.isPlaceholderData}
          data-comfortable={isHigh || undefined}
          className={cx(
            'stacked-rows group/table w-full border-collapse text-left',
            query.isPlaceholderData && 'opacity-60',
          )}
        >
          {/* Rows that are still loading cannot be selected. */}
          <Head
            columns={columns}
            before={choice && (query.isPending ? <td className={checkboxCell} /> : choice.all)}
            sorting={sorting}
            hasPeek={keys !== undefined}
          />
          {query.isPending ? (
            <WaitingBody
              columns={[...(choice ? [checkboxCell] : []), ...columns.map(({ className }) => className)]}
            />
          ) : (
            groupsOf(rows, props.headingOf).map(({ heading, first, own }) => (
              <Fragment key={heading}>
                {heading && <GroupHeading>{heading}</GroupHeading>}
                <Body
                  rows={own}
                  columns={columns}
                  before={choice?.one}
                  keys={keys && keysFrom(keys, first)}
                  isOneLine={isOneLine}
                />
              </Fragment>
            ))
          )}
        </table>
      </div>
      {footer}
    </>
  )
}

const GroupHeading = ({ children }: { children: string }) => (
  <tbody className="border-b border-line bg-sunken">
    <tr>
      <th
        scope="rowgroup"
        colSpan={99}
        className="px-3 py-1 text-left text-sm font-medium text-quiet sm:px-4"
      >
        {children}
      </th>
    </tr>
  </tbody>
)

/** Returns runs of rows with the same heading, each with the index of its first row. */
function groupsOf<Row>(rows: readonly Row[], headingOf: ((row: Row) => string) | undefined) {
  const groups: { heading: string; first: number; own: Row[] }[] = []
  rows.forEach((row, index) => {
    const heading = headingOf?.(row) ?? ''
    const last = groups.at(-1)
    if (last?.heading === heading) last.own.push(row)
    else groups.push({ heading, first: index, own: [row] })
  })
  return groups
}

/** The rows of a group have their own indices. */
const keysFrom = ({ peeked, onPeek }: RowKeys, first: number): RowKeys => ({
  peeked: peeked === null ? null : peeked - first,
  onPeek: (index) => onPeek(index === null ? null : index + first),
})

const checkboxCell = 'w-10 pl-2.5'

/** The checkbox in the head selects all rows of the page. */
function choosing<Row>({ ids, toggle, idOf, nameOf }: RowSelection<Row>, rows: readonly Row[]) {
  const all = rows.map(idOf)
  const isEvery = all.length > 0 && all.every((id) => ids.has(id))
  return {
    all: (
      <th scope="col" className={checkboxCell}>
        <RowCheckbox
          label={t.lists.selectAll}
          isSelected={isEvery}
          isIndeterminate={!isEvery && all.some((id) => ids.has(id))}
          onChange={(isSelected) => toggle(all, isSelected)}
        />
      </th>
    ),
    one: (row: Row) => (
      <td className={checkboxCell}>
        <RowCheckbox
          label={t.lists.selectRow(nameOf(row))}
          isSelected={ids.has(idOf(row))}
          onChange={(isSelected) => toggle([idOf(row)], isSelected)}
        />
      </td>
    ),
  }
}
