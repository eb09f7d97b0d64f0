import { operations } from '@signet/contracts'
import { implement, implementRead } from '../../implement.ts'
import { countFaults, faultsWhere, removeFaults } from './fault-store.ts'

/** Page parameters do not apply to a purge. */
export const error_purge_preview = implementRead(
  operations.error_purge_preview,
  ({ deps }, { limit: _limit, offset: _offset, ...filters }) =>
    countFaults(deps.database, faultsWhere(filters)),
)

export const error_purge = implement(operations.error_purge, {
  prepare: async (_context, filters) => ({ target: { id: 'faults', detail: { filters } } }),
  apply: ({ sql }, _context, filters) => removeFaults(sql, faultsWhere(filters)),
})
