import { busiestProjects, countedHours } from '@signet/contracts'
import type { Answer } from '../../api/client.ts'

export interface ProjectRow {
  readonly id: string
  readonly name: string
  /** Absent when the counts could not be read. */
  readonly succeeded?: number
  readonly failed?: number
  /** Sign-ins of each hour. */
  readonly hours?: readonly number[]
}

interface ProjectRows {
  readonly rows: readonly ProjectRow[]
  /** Number of the projects that have neither sign-ins nor a row. */
  readonly idle: number
}

type Overview = Pick<Answer<'sign_in_overview_get'>, 'projects'>

interface NewestProjects {
  readonly projects: readonly Pick<ProjectRow, 'id' | 'name'>[]
  readonly total?: number | undefined
}

/** The chart of a project without sign-ins. */
const noHours: readonly number[] = Array.from({ length: countedHours }, () => 0)

const most = 6

/** The other rows are the newest projects, so that a new project is found on the home page. */
const mostBusy = 4

/** Returns the projects with the most sign-ins, then the newest ones. */
export function busyProjects(overview: Overview | undefined, newest: NewestProjects): ProjectRows {
  const counted = overview?.projects ?? []
  const busy = counted.slice(0, mostBusy)
  const none = overview ? { succeeded: 0, failed: 0, hours: noHours } : {}
  const others = newest.projects
    .filter(({ id }) => busy.every((one) => one.id !== id))
    .map(({ id, name }) => counted.find((one) => one.id === id) ?? { id, name, ...none })
  const rows: readonly ProjectRow[] = [...busy, ...others].slice(0, most)
  const omitted = counted.filter(({ id }) => rows.every((row) => row.id !== id)).length
  // A full list can omit projects with sign-ins.
  const isWhole = overview !== undefined && counted.length < busiestProjects
  return { rows, idle: isWhole && newest.total ? newest.total - rows.length - omitted : 0 }
}
