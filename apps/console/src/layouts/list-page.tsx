import type { ReactNode } from 'react'
import { useListAddress } from '../components/list/address.ts'
import { useColumns } from '../components/list/columns.ts'
import { DisplayMenu } from '../components/list/display-menu.tsx'
import { type Filter, FilterMenu } from '../components/list/filter-menu.tsx'
import { Peek } from '../components/list/peek.tsx'
import { ViewsMenu } from '../components/list/views-menu.tsx'
import { type EmptyKind, ListEmpty } from '../components/list-empty.tsx'
import { NoMatch } from '../components/no-match.tsx'
import { RowCount } from '../components/pager.tsx'
import type { Column } from '../components/table/column.tsx'
import { QueryTable, type RowSelection, type TableQuery } from '../components/table/query-table.tsx'
import { keyOf } from '../components/table/rows.tsx'
import { Card } from '../ui/card.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { type TabItem, Tabs } from '../ui/tabs.tsx'
import { Page } from './page.tsx'

interface ListPageProps<Row> {
  readonly list: string
  readonly title: string
  readonly text: ReactNode
  readonly actions?: ReactNode
  readonly search?: { readonly label: string; readonly placeholder?: string; readonly maxLength?: number }
  /** Replaces the search field. */
  readonly field?: ReactNode
  readonly filters?: readonly Filter[]
  /** Filters other than a choice of options. */
  readonly controls?: ReactNode
  readonly query: TableQuery
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly pager?: ReactNode
  /** Order of the operation without a choice; a hyphen marks a descending one. */
  readonly order?: string
  readonly headingOf?: (row: Row) => string
  readonly selection?: RowSelection<Row> | undefined
  /** Shown when there is no object yet: the purpose, and the first step. */
  readonly first: {
    /** Drawing of the list; objects without it. */
    readonly kind?: EmptyKind
    readonly icon: ReactNode
    readonly title: string
    readonly text?: ReactNode
    readonly action?: ReactNode
  }
  readonly noMatch?: { readonly title: string; readonly text?: string }
  readonly chosen?: ReactNode
  readonly notices?: ReactNode
  readonly children?: ReactNode
  /** Title of the tab of the list, and further tabs of the page. */
  readonly tabs?: { readonly list: string; readonly further: readonly TabItem[] }
}

const noRows: never[] = []

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, title, text, actions, query, rows = noRows, columns, pager, selection, first } = props
  const { order = 'createdAt' } = props
  const { search, change, clear, peek, isNarrowed } = useListAddress()
  const { shown, choose } = useColumns(list, columns)
  const peeked = rows.findIndex((one, index) => keyOf(one, index) === search.peek)
  const row = rows[peeked]
  const isEmpty = !query.isPending && !query.error && rows.length === 0
  const content = (
    <>
      {props.notices}
      {!(isEmpty && !isNarrowed) && (
        <Toolbar {...props} menus={<DisplayMenu columns={columns} shown={shown} onChoose={choose} />} />
      )}
      {props.chosen}
      <div className={row ? 'grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]' : ''}>
        <Card flush>
          <QueryTable
            label={title}
            query={query}
            rows={rows}
            headingOf={props.headingOf}
            columns={shown}
            footer={pager || <RowCount count={rows.length} />}
            selection={selection}
            sorting={{ sort: search.sort ?? order, onSort: (sort) => change({ sort }) }}
            keys={{
              peeked: row === undefined ? null : peeked,
              onPeek: (index) => peek(index === null ? undefined : keyOf(rows[index], index)),
            }}
            empty={
              isNarrowed ? (
                <NoMatch {...(props.noMatch ?? {})} onClear={clear} />
              ) : (
                <ListEmpty kind="objects" {...first}>
                  {first.text}
                </ListEmpty>
              )
            }
          />
        </Card>
        {row !== undefined && (
          <Peek row={row} index={peeked} columns={columns} onClose={() => peek(undefined)} />
        )}
      </div>
      {props.children}
    </>
  )
  const { list: listTab, further } = props.tabs ?? {}
  return (
    <Page title={title} text={text} actions={actions}>
      {listTab && further ? (
        <Tabs
          label={title}
          tabs={[{ id: 'list', title: listTab, content }, ...further]}
          selected={search.tab ?? 'list'}
          onSelect={(tab) => change({ tab: tab === 'list' ? undefined : tab })}
        />
      ) : (
        content
      )}
    </Page>
  )
}

type ToolbarProps = Pick<ListPageProps<never>, 'list' | 'search' | 'field' | 'filters' | 'controls'> & {
  readonly menus: ReactNode
}

function Toolbar({ list, search: box, field, filters = noRows, controls, menus }: ToolbarProps) {
  const { search, change } = useListAddress()
  return (
    <search className="flex flex-wrap items-center gap-2">
      {(box || field) && (
        <div className="flex max-w-md min-w-40 flex-1">
          {box ? (
            <SearchBox
              placeholder={box.label}
              {...box}
              value={search.q ?? ''}
              onChange={(q) => change({ q })}
            />
          ) : (
            field
          )}
        </div>
      )}
      {filters.length > 0 && <FilterMenu filters={filters} />}
      {controls}
      <span className="ml-auto flex gap-1">
        <ViewsMenu list={list} />
        {menus}
      </span>
    </search>
  )
}
