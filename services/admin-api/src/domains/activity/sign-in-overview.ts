import { busiestProjects, countedHours, operations } from '@signet/contracts'
import { sumSignIns, totalSignIns } from '@signet/sessions'
import type { Administrator } from '../../caller.ts'
import type { Config } from '../../config.ts'
import type { HandlerDeps } from '../../deps.ts'
import { implementRead } from '../../implement.ts'
import { listableBy } from '../../projects/rights.ts'
import { countingSince, hourMs, weekMs } from './sign-in-counts.ts'

/** The sign-ins of a week before are known after a week of counting. */
export const sign_in_overview_get = implementRead(
  operations.sign_in_overview_get,
  async ({ deps, caller }) => {
    const { database } = deps
    const to = (Math.floor(Date.now() / hourMs) + 1) * hourMs
    const from = to - countedHours * hourMs
    const period = { from: new Date(from), to: new Date(to) }
    const since = countingSince(database)
    const former = since.then((first) =>
      first.getTime() <= from - weekMs ? formerTotal(deps, caller, from - weekMs, to - weekMs) : null,
    )
    const sums = sumSignIns(database, { period, visible: listableBy(caller), most: busiestProjects })
    const [first, weekBefore, { total, projects }] = await Promise.all([since, former, sums])
    return { countingSince: first.toISOString(), total, weekBefore, projects }
  },
)

type Total = ReturnType<typeof totalSignIns>

/** The sums of all projects in the same hours a week before, which no longer change: each process reads them once an hour. */
const formerTotals = new WeakMap<Config, { readonly from: number; readonly total: Total }>()

function formerTotal(
  { config, database }: HandlerDeps,
  caller: Administrator,
  from: number,
  to: number,
): Total {
  const period = { from: new Date(from), to: new Date(to) }
  if (!caller.superAdministrator) return totalSignIns(database, { period, visible: listableBy(caller) })
  const known = formerTotals.get(config)
  if (known?.from === from) return known.total
  const total = totalSignIns(database, { period })
  formerTotals.set(config, { from, total })
  total.catch(() => formerTotals.delete(config))
  return total
}
