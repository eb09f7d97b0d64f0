import { limits } from '@signet/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Answer, Input, ReadName } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { Pager } from '../pager.tsx'
import type { Column } from '../table/column.tsx'
import { useListAddress } from './address.ts'

export type PagedName = { [N in ReadName]: 'nextCursor' extends keyof Answer<N> ? N : never }[ReadName]

const { default: pageSize } = limits.listPage

/**
 * Changed filters begin at the first page.
 *
 * @param everyMilliseconds time after which the shown page is read again
 */
export function useListPages<N extends PagedName>(name: N, input: Input<N>, everyMilliseconds?: number) {
  const key = JSON.stringify(input)
  const [walked, setWalked] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] })
  const cursors = walked.key === key ? walked.cursors : []
  const cursor = cursors.at(-1)
  const asked: Input<N> = { ...input, count: pageSize, ...(cursor === undefined ? {} : { cursor }) }
  const query = useQuery({
    ...operationQuery(name, asked),
    placeholderData: keepPreviousData,
    refetchInterval: everyMilliseconds ?? false,
  })
  const { nextCursor, total = 0, totalCapped = false } = query.data ?? {}
  const page = cursors.length + 1
  const show = (next: number): void => {
    if (next > page && nextCursor !== undefined) setWalked({ key, cursors: [...cursors, nextCursor] })
    if (next < page) setWalked({ key, cursors: cursors.slice(0, -1) })
  }
  const pager: ReactNode = (page > 1 || nextCursor !== undefined) && (
    <Pager page={page} pageSize={pageSize} total={total} isCapped={totalCapped} onPage={show} />
  )
  return { query, pager }
}

type ListParameter = 'q' | 'sort' | 'cursor' | 'count'

/** Ignores an order of the address that no column has. */
export function useList<N extends PagedName>(
  name: N,
  input: Omit<Input<N>, ListParameter>,
  columns: readonly Pick<Column<never>, 'sort'>[],
  everyMilliseconds?: number,
) {
  const { search } = useListAddress()
  const q = search.q?.trim()
  const isOrder = columns.some(({ sort }) => sort !== undefined && search.sort?.replace(/^-/, '') === sort)
  const order = isOrder ? { sort: search.sort } : {}
  return useListPages(name, { ...input, ...(q ? { q } : {}), ...order } as Input<N>, everyMilliseconds)
}
