import type { Input } from '../../api/client.ts'
import type { AuditSearch } from '../../searches.ts'
import { untilEndOf } from './days.ts'

/** The filters of the address as the operation takes them: the last day is part of the range. */
export const filtersOf = ({
  page: _page,
  sort: _sort,
  columns: _columns,
  to,
  ...filters
}: AuditSearch): Input<'audit_list'> => ({
  ...filters,
  ...(to ? { to: untilEndOf(to) } : {}),
})
