import type { ErrorCode } from '@signet/contracts'
import type { Input } from '../../api/client.ts'
import type { FaultSearch } from '../../searches.ts'
import { untilEndOf } from '../audit/days.ts'

/** Includes the whole last day. */
export const filtersOf = ({ errorCode, route, from, to }: FaultSearch): Input<'error_purge'> => ({
  // The server rejects an invalid code, and the page shows the message.
  ...(errorCode ? { errorCode: errorCode as ErrorCode } : {}),
  ...(route ? { route } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to: untilEndOf(to) } : {}),
})
