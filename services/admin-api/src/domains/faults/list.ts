import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { implementRead } from '../../implement.ts'
import {
  countByErrorCode,
  countByRoute,
  countDropped,
  countFaults,
  faultOfReference,
  faultsWhere,
  readFault,
  readFaults,
} from './fault-store.ts'

export const error_list = implementRead(operations.error_list, async ({ deps: { database } }, input) => {
  const where = faultsWhere(input)
  const [faults, { faults: total }, dropped] = await Promise.all([
    readFaults(database, where, input.limit, input.offset),
    countFaults(database, where),
    countDropped(database),
  ])
  return { faults, total, dropped }
})

export const error_summary = implementRead(
  operations.error_summary,
  async ({ deps: { database } }, input) => {
    const where = faultsWhere(input)
    const [byErrorCode, byRoute, dropped] = await Promise.all([
      countByErrorCode(database, where),
      countByRoute(database, where),
      countDropped(database),
    ])
    return { byErrorCode, byRoute, dropped }
  },
)

export const error_get = implementRead(
  operations.error_get,
  async ({ deps }, { faultId }) => (await readFault(deps.database, faultId)) ?? refuse('not_found'),
)

export const error_by_reference = implementRead(
  operations.error_by_reference,
  async ({ deps: { database } }, { reference }) => {
    const id = await faultOfReference(database, reference)
    const fault = id ? await readFault(database, id) : null
    const occurrence = fault?.samples.find((sample) => sample.reference === reference)
    return fault && occurrence ? { fault, occurrence } : refuse('reference_unknown')
  },
)
