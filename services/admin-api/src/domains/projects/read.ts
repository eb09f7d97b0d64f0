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

/** Lists all for a super administrator, otherwise those last owned by a team of the caller. */
export const loadAllDestroyed = (executor: Executor, caller: Administrator): Promise<DestroyedProject[]> =>
  executor.rows<DestroyedProject>(sql`
    SELECT ${destroyedColumns} FROM destroyed_projects
    WHERE ${caller.superAdministrator} OR last_team_id = ANY(${caller.teams.map(({ id }) => id)})
    ORDER BY destroyed_at, id`)

export const loadProjects = (
  executor: Executor,
  caller: Administrator,
  ids?: readonly string[],
): Promise<ProjectRow[]> =>
  executor.rows<ProjectRow>(
    selectProjects(ids ? sql`p.id = ANY(${ids}) AND ${listableBy(caller)}` : listableBy(caller)),
  )

export const projectListing = (
  caller: Administrator,
  { slug }: { readonly slug?: string | undefined },
): Listing<Operations['project_list']> => ({
  exact: slug === undefined ? undefined : sql`p.slug = ${slug}`,
  from: sql`projects p`,
  id: sql`p.id`,
  where: listableBy(caller),
  texts: [sql`p.name`, sql`p.slug`, sql`p.host`],
  orders: { createdAt: { by: sql`p.created_at`, isTime: true }, name: { by: sql`lower(p.name)` } },
})
