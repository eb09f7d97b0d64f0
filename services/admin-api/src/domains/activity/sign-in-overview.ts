import { busiestProjects, countedHours, operations } from '@signet/contracts'
import { sumSignIns } from '@signet/sessions'
import { implementRead } from '../../implement.ts'
import { listableBy } from '../../projects/rights.ts'
import { countingSince, hourMs, weekMs } from './sign-in-counts.ts'

/** The sign-ins of a week before are known after a week of counting. */
export const sign_in_overview_get = implementRead(
  operations.sign_in_overview_get,
  async ({ deps: { database }, caller }) => {
    const to = (Math.floor(Date.now() / hourMs) + 1) * hourMs
    const from = to - countedHours * hourMs
    const [since, { total, former, projects }] = await Promise.all([
      countingSince(database),
      sumSignIns(database, {
        now: { from: new Date(from), to: new Date(to) },
        former: { from: new Date(from - weekMs), to: new Date(to - weekMs) },
        visible: listableBy(caller),
        most: busiestProjects,
      }),
    ])
    const isKnown = since.getTime() <= from - weekMs
    return { countingSince: since.toISOString(), total, weekBefore: isKnown ? former : null, projects }
  },
)
