import type { ErrorCode } from '@signet/contracts'
import type { Input } from '../../api/client.ts'
import type { FaultSearch } from '../../searches.ts'
import { untilEndOf } from '../audit/days.ts'

/** The filters of the address as the operations take them: a day as the last one is included whole. */
export const filtersOf = ({ errorCode, route, from, to }: FaultSearch): Input<'error_purge'> => ({
  // The server refuses what is no code; the page says so.
  ...(errorCode ? { errorCode: errorCode as ErrorCode } : {}),
  ...(route ? { route } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to: untilEndOf(to) } : {}),
})
