import { PanelRight } from 'lucide-react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, isEmpty } from './column.tsx'
import { titleCutCell } from './cut-cell.ts'

export const peekCell = 'peek-cell w-9 pr-2'

/** Opens the side view with a pointer; the keyboard uses Space. */
const PeekButton = ({ onPress }: { onPress: () => void }) => (
  <IconButton
    label={t.lists.peekKey}
    icon={<PanelRight size={15} aria-hidden />}
    excludeFromTabOrder
    onPress={onPress}
    className="relative z-1 opacity-0 group-hover/row:opacity-100 data-focused:opacity-100 pointer-coarse:opacity-100"
  />
)

const linksWithin = (body: HTMLElement): HTMLElement[] => [
  ...body.querySelectorAll<HTMLElement>('[data-row-link]'),
]

export interface RowKeys {
  readonly onPeek: (index: number | null) => void
  readonly peeked: number | null
}

/** Arrow keys move between rows, Space opens the side view, Escape closes it; Enter follows the link. */
const handleKey = (event: KeyboardEvent<HTMLElement>, { onPeek, peeked }: RowKeys): void => {
  const links = linksWithin(event.currentTarget)
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0 || event.metaKey || event.ctrlKey || event.altKey) return
  const last = links.length - 1
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  }
  const next = steps[event.key]
  if (next !== undefined) links[next]?.focus()
  else if (event.key === ' ') onPeek(peeked === at ? null : at)
  else if (event.key !== 'Escape' || peeked === null) return
  else onPeek(null)
  event.preventDefault()
}

const handleFocus = (event: FocusEvent<HTMLElement>, { onPeek, peeked }: RowKeys): void => {
  const at = linksWithin(event.currentTarget).indexOf(event.target as HTMLElement)
  if (peeked !== null && at >= 0 && at !== peeked) onPeek(at)
}

/** The first existing one identifies the row. */
const idMembers = ['id', 'clientId', 'identifier']

/**
 * Returns an id, so that a row keeps its open dialog and side view when rows are added or removed; the position of a row without one.
 */
export function keyOf(row: unknown, index: number): string {
  const members = new Map(Object.entries(typeof row === 'object' && row !== null ? row : {}))
  const id = idMembers.map((name) => members.get(name)).find((value) => typeof value === 'string')
  return typeof id === 'string' ? id : String(index)
}

interface BodyProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly before?: ((row: Row) => ReactNode) | undefined
  readonly keys?: RowKeys | undefined
  /** Cuts off long values. The side view shows them. */
  readonly isOneLine: boolean
}

/** The other columns share the rest of the width. */
const nameStyle = '@lg:min-w-40 @lg:max-w-0'
const nameWidth = ({ isSentence, isShort }: Pick<Column<never>, 'isSentence' | 'isShort'>): string =>
  isSentence ? '@lg:w-full' : isShort ? '@lg:w-1/3' : '@lg:w-1/2'
const valueStyle = '@lg:w-max @lg:max-w-80'

const isNumber = ({ className }: Pick<Column<never>, 'className'>): boolean =>
  className?.includes('text-right') ?? false

const cellStyle =
  'h-9 px-3 sm:px-4 py-1 align-middle group-data-comfortable/table:h-12 group-data-comfortable/table:py-2'

/** Values that need no label on a narrow page. */
const plain: ReadonlySet<string> = new Set(['kind', 'state', 'status', 'where', 'at'])

const labelOf = ({ id, header }: Pick<Column<never>, 'id' | 'header'>): string =>
  plain.has(id) ? '' : header

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly value: ReactNode
  readonly isName: boolean
  readonly isOneLine: boolean
}

function Cell<Row>({ column, value, isName, isOneLine }: CellProps<Row>) {
  const isLabelled = !isName && column.header !== ''
  return (
    <td
      data-name={isName || undefined}
      data-label={isLabelled ? labelOf(column) : undefined}
      data-empty={(isLabelled && isEmpty(value)) || undefined}
      className={cx(cellStyle, column.className, isOneLine && isName && cx(nameStyle, nameWidth(column)))}
    >
      {isOneLine && column.header && !column.isWhole ? (
        <div className={cx('one-line', !isName && valueStyle, isNumber(column) && '@lg:ml-auto')}>
          {value}
        </div>
      ) : (
        value
      )}
    </td>
  )
}

export function Body<Row>({ rows, columns, before, keys, isOneLine }: BodyProps<Row>) {
  return (
    <tbody
      {...(keys && {
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => handleKey(event, keys),
        onFocus: (event: FocusEvent<HTMLElement>) => handleFocus(event, keys),
        onMouseOver: titleCutCell,
      })}
    >
      {rows.map((row, index) => (
        <tr
          key={keyOf(row, index)}
          className={cx(
            'group/row relative border-b border-line/60 transition-colors last:border-b-0 hover:bg-hover/60',
            keys?.peeked === index && 'bg-accent-ground',
          )}
        >
          {before?.(row)}
          {columns.map((column, place) => (
            <Cell
              key={column.id}
              column={column}
              value={column.cell(row, index)}
              isName={place === 0}
              isOneLine={isOneLine}
            />
          ))}
          {keys && (
            <td className={peekCell}>
              <PeekButton onPress={() => keys.onPeek(keys.peeked === index ? null : index)} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}

const skeletonRows = [1, 2, 3, 4, 5, 6]

export const WaitingBody = ({ columns }: { columns: readonly (string | undefined)[] }) => (
  <tbody>
    {skeletonRows.map((row) => (
      <tr key={row} className="border-b border-line last:border-b-0">
        {columns.map((className, index) => (
          <td key={index} className={cx(cellStyle, className)}>
            <Skeleton className="h-3 w-3/5" />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
