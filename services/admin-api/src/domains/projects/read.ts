import { type Executor, sql } from '@signet/db'
import type { Administrator } from '../../caller.ts'
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

export const loadProjects = (executor: Executor, caller: Administrator): Promise<ProjectRow[]> =>
  executor.rows<ProjectRow>(selectProjects(listableBy(caller)))
