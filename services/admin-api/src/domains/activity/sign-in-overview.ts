import { busiestProjects, countedHours, operations } from '@signet/contracts'
import { sumSignIns } from '@signet/sessions'
import { implementRead } from '../../implement.ts'
import { listableBy } from '../../projects/rights.ts'
import { countingSince, hourMs } from './sign-in-counts.ts'

export const sign_in_overview_get = implementRead(
  operations.sign_in_overview_get,
  async ({ deps: { database }, caller }) => {
    const from = new Date((Math.floor(Date.now() / hourMs) + 1 - countedHours) * hourMs)
    const [since, sums] = await Promise.all([
      countingSince(database),
      sumSignIns(database, { from, visible: listableBy(caller), most: busiestProjects }),
    ])
    return { countingSince: since.toISOString(), ...sums }
  },
)
