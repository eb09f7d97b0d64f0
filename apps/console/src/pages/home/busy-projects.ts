import { busiestProjects } from '@signet/contracts'
import type { Answer } from '../../api/client.ts'

export interface ProjectRow {
  readonly id: string
  readonly name: string
  /** Absent when the counts could not be read. */
  readonly succeeded?: number
  readonly failed?: number
}

interface ProjectRows {
  readonly rows: readonly ProjectRow[]
  /** Number of the projects without sign-ins and failures, which have no row. */
  readonly idle: number
}

type Overview = Pick<Answer<'sign_in_overview_get'>, 'projects'>

interface NewestProjects {
  readonly projects: readonly Pick<ProjectRow, 'id' | 'name'>[]
  readonly total?: number | undefined
}

/** Returns the projects with the most sign-ins. An instance without sign-ins shows its newest projects. */
export function busyProjects(overview: Overview | undefined, newest: NewestProjects): ProjectRows {
  const busy = overview?.projects ?? []
  const none = overview ? { succeeded: 0, failed: 0 } : {}
  if (busy.length === 0)
    return { rows: newest.projects.map(({ id, name }) => ({ id, name, ...none })), idle: 0 }
  // A full list can omit projects with sign-ins.
  const isWhole = busy.length < busiestProjects
  return { rows: busy, idle: isWhole && newest.total ? newest.total - busy.length : 0 }
}
