import { busiestProjects, countedHours, operations } from '@signet/contracts'
import { signInsByProject } from '@signet/sessions'
import { implementRead } from '../../implement.ts'
import { listableBy } from '../../projects/rights.ts'
import { countingSince, hourMs } from './sign-in-counts.ts'

export const sign_in_overview_get = implementRead(
  operations.sign_in_overview_get,
  async ({ deps: { database }, caller }) => {
    const from = new Date((Math.floor(Date.now() / hourMs) + 1 - countedHours) * hourMs)
    const [since, counted] = await Promise.all([
      countingSince(database),
      signInsByProject(database, from, listableBy(caller)),
    ])
    return {
      countingSince: since.toISOString(),
      total: {
        succeeded: counted.reduce((sum, { succeeded }) => sum + succeeded, 0),
        failed: counted.reduce((sum, { failed }) => sum + failed, 0),
      },
      projects: counted
        .toSorted((one, other) => other.succeeded + other.failed - one.succeeded - one.failed)
        .slice(0, busiestProjects),
    }
  },
)
