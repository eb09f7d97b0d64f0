import { limits } from '@signet/contracts'
import { type ReactNode, useState } from 'react'
import type { Answer, Input, ReadName } from '../api/client.ts'
import { useOperationPage } from '../api/operation.ts'
import { Pager } from './pager.tsx'

/** Reads that answer in pages when asked to. */
export type PagedName = { [N in ReadName]: 'nextCursor' extends keyof Answer<N> ? N : never }[ReadName]

const { default: pageSize } = limits.listPage

/** A list in pages: the read of the present one, and the way to the others. Other filters begin at the first page. */
export function useListPages<N extends PagedName>(name: N, input: Input<N>) {
  const key = JSON.stringify(input)
  const [walked, setWalked] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] })
  const cursors = walked.key === key ? walked.cursors : []
  const cursor = cursors.at(-1)
  const asked: Input<N> = { ...input, count: pageSize, ...(cursor === undefined ? {} : { cursor }) }
  const query = useOperationPage(name, asked)
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
