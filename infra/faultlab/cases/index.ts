import type { FaultCase } from './case.ts'
import { machineCases } from './machine.ts'
import { messagingCases } from './messaging.ts'
import { postgresCases } from './postgres.ts'
import { recoveryCases } from './recoveries.ts'
import { serviceCases } from './services.ts'

/** In the order they are run in; the restore is last, since it takes away what came after its backup. */
export const cases: readonly FaultCase[] = [
  ...serviceCases,
  ...postgresCases,
  ...messagingCases,
  ...machineCases,
  ...recoveryCases,
]
