import type { Operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { Administrator } from '../../caller.ts'
import type { Listing } from '../../lists/page.ts'
import { listableBy } from '../../projects/rights.ts'
import {
  type DestroyedProject,
  destroyedColumns,
  type ProjectRow,
  selectProjects,
} from '../../projects/row.ts'

/** Those a super administrator, or a member of the team that owned them last, may still read about. */
export const loadAllDestroyed = (executor: Executor, caller: Administrator): Promise<DestroyedProject[]> =>
  executor.rows<DestroyedProject>(sql`
    SELECT ${destroyedColumns} FROM destroyed_projects
    WHERE ${caller.superAdministrator} OR last_team_id = ANY(${caller.teams.map(({ id }) => id)})
    ORDER BY destroyed_at, id`)

/** The projects the caller may list; of them those of these ids, where there are any. */
export const loadProjects = (
  executor: Executor,
  caller: Administrator,
  ids?: readonly string[],
): Promise<ProjectRow[]> =>
  executor.rows<ProjectRow>(
    selectProjects(ids ? sql`p.id = ANY(${ids}) AND ${listableBy(caller)}` : listableBy(caller)),
  )

/** The same in pages. */
export const projectListing = (caller: Administrator): Listing<Operations['project_list']> => ({
  from: sql`projects p`,
  id: sql`p.id`,
  where: listableBy(caller),
  texts: [sql`p.name`, sql`p.slug`, sql`p.host`],
  orders: { createdAt: { by: sql`p.created_at`, isTime: true }, name: { by: sql`lower(p.name)` } },
})
