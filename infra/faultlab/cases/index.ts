import type { FaultCase } from './case.ts'
import { machineCases } from './machine.ts'
import { messagingCases } from './messaging.ts'
import { postgresCases } from './postgres.ts'
import { recoveryCases } from './recoveries.ts'
import { serviceCases } from './services.ts'

/** The restore is last, because it removes everything later than its backup. */
export const cases: readonly FaultCase[] = [
  ...serviceCases,
  ...postgresCases,
  ...messagingCases,
  ...machineCases,
  ...recoveryCases,
]
