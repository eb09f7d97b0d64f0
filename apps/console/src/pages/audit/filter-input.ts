import type { Input } from '../../api/client.ts'
import type { AuditSearch } from '../../searches.ts'
import { untilEndOf } from './days.ts'

/** Includes the last day. */
export const filtersOf = ({
  page: _page,
  sort: _sort,
  columns: _columns,
  peek: _peek,
  live: _live,
  to,
  ...filters
}: AuditSearch): Input<'audit_list'> => ({
  ...filters,
  ...(to ? { to: untilEndOf(to) } : {}),
})
